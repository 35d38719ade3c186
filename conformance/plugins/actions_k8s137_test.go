//go:build k8s137

package plugins

import fwk "k8s.io/kube-scheduler/framework"

var moreActions = []actionName{{"UpdateNodeDeclaredFeature", fwk.UpdateNodeDeclaredFeature},
	{"UpdateNodePreemptionPolicy", fwk.UpdateNodePreemptionPolicy}, {"UpdatePodScaleUp", fwk.UpdatePodScaleUp}}
