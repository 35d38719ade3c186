// Package admission holds the engine's reading of manifests against the API server's: what is admitted as a Pod or a
// Node, and which updates of a Pod are. It has only tests:
//
//	cd conformance && go test -vet=off -modfile=versions/v1.34.4.mod -tags=k8s,k8s134 ./admission
package admission
