package plugin

import (
	"inflight/engine/api"
	"inflight/engine/trace"
)

// Again asks PreFilter and Filter once more about a pod and one node of a state, and returns the rejection, nil where
// there is none. A trace keeps verdicts by plugin and message; the numbers behind one are worked out when somebody
// looks.
func Again(s *trace.State, pod trace.PodID, node string) *Status {
	object := s.Pods.At(int(pod)).Object
	for _, n := range s.Nodes.All() {
		if n.Gone || n.Object == nil || n.Object.Name != node || object == nil {
			continue
		}
		var pods []*api.Pod
		for _, id := range n.Pods {
			if on := s.Pods.At(int(id)).Object; on != nil {
				pods = append(pods, on)
			}
		}
		return New(s.Profile).Judge(object, api.NewNodeInfo(n.Object, pods, RequestOptions(s.Profile)))
	}
	return nil
}
