//go:build k8s134

package plugins

var moreActions []actionName
