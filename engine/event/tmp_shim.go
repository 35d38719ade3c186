package event

import "inflight/engine/api"

func requestsOf(p *api.Pod) api.Resources { return p.Containers[0].Requests }
