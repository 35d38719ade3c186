package api_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
)

func TestNonZeroRequest(t *testing.T) {
	const mi = 1 << 20
	for name, tc := range map[string]struct {
		spec        string
		cpu, memory int64
	}{
		"nothing named":                  {`containers: [{name: c, image: x}]`, 100, 200 * mi},
		"two containers, one names cpu":  {`containers: [{name: c, image: x, resources: {requests: {cpu: 1}}}, {name: d, image: x}]`, 1100, 400 * mi},
		"zero is a request":              {`containers: [{name: c, image: x, resources: {requests: {cpu: 0, memory: 0}}}]`, 0, 0},
		"a smaller init container":       {`initContainers: [{name: i, image: x, resources: {requests: {cpu: 50m}}}], containers: [{name: c, image: x}]`, 100, 200 * mi},
		"a larger init container":        {`initContainers: [{name: i, image: x, resources: {requests: {cpu: 500m}}}], containers: [{name: c, image: x}]`, 500, 200 * mi},
		"a sidecar counts beside":        {`initContainers: [{name: i, image: x, restartPolicy: Always}], containers: [{name: c, image: x}]`, 200, 400 * mi},
		"overhead on top":                {`overhead: {cpu: 10m}, containers: [{name: c, image: x}]`, 110, 200 * mi},
		"the pod names cpu, nobody else": {`resources: {requests: {cpu: 2}}, containers: [{name: c, image: x}, {name: d, image: x}]`, 2000, 400 * mi},
		"the pod names cpu, one memory":  {`resources: {requests: {cpu: 2}}, containers: [{name: c, image: x, resources: {requests: {memory: 1Mi}}}, {name: d, image: x}]`, 2000, mi},
	} {
		docs, problems := api.Decode("f", []byte("{apiVersion: v1, kind: Pod, metadata: {name: web}, spec: {"+tc.spec+"}}"), api.Options{})
		require.Len(t, docs, 1, "%s: %v", name, problems)
		cpu, memory := api.NonZeroRequest(docs[0].Object.(*api.Pod), api.RequestOptions{Sidecars: true, PodLevel: true})
		require.Equal(t, [2]int64{tc.cpu, tc.memory}, [2]int64{cpu, memory}, name)
	}
}
