# Comparing with the real queues: one test binary a release, one release at a time (each links a good part of
# Kubernetes; two at once need more memory than they save time).

# K8S names releases, N says how many operations are made up, SEED where the made-up scripts start.
K8S ?= $(basename $(notdir $(sort $(wildcard conformance/versions/*.mod))))
N ?= 200000
# PAIRS says how many pairs are made up for each plugin and kind.
PAIRS ?= 2000
SEED ?= 1

.PHONY: conformance
conformance: ## compare with the real queues and plugins and note it in conformance/results.json and plugins.json (K8S='v1.28.1 v1.28.2', N=200000)
	@for release in $(K8S); do \
		$(PART) "the real queue of $$release" conformance/run.sh $$release -v -ops $(N) -seed $(SEED) -results results.json -prove || exit 1; \
		$(PART) "the real plugins of $$release" conformance/run.sh $$release ./plugins -v -pairs $(PAIRS) -seed $(SEED) -results ../plugins.json || exit 1; \
	done

.PHONY: prove
prove: ## replay the golden stories on the real queues and note in conformance/proven.txt which they confirm
	@for release in $(K8S); do \
		$(PART) "the stories of $$release" conformance/run.sh $$release -run TestStories -prove || exit 1; \
	done

.PHONY: conformance-ci
conformance-ci: ## the same for the releases of conformance/ci.txt (and plugins/ci.txt), as CI does it
	@for release in $$(cat conformance/ci.txt); do \
		$(PART) "the real queue of $$release" conformance/run.sh $$release || exit 1; \
		if grep -qx "$$release" conformance/plugins/ci.txt; then \
			$(PART) "the real plugins of $$release" conformance/run.sh $$release ./plugins || exit 1; \
		fi; \
	done

.PHONY: lines
lines: ## find the upstream functions that sentences name in the sources of each release (engine/why/lines.txt)
	@cd conformance && go run -modfile=versions/v1.28.1.mod ./lines ../engine/why/lines.txt
