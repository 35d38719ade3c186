//go:build k8s135

package plugins

import fwk "k8s.io/kube-scheduler/framework"

var moreActions = []actionName{{"UpdateNodeDeclaredFeature", fwk.UpdateNodeDeclaredFeature}}
