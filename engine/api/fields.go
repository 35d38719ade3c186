package api

import (
	_ "embed"
	"strings"
	"sync"
)

// fieldsText lists the fields of Pod, Node and everything in them, as of Kubernetes 1.34; tools/fields writes it and
// tells its form.
//
//go:embed fields.txt
var fieldsText string

// fieldTable is the kind of each field of each type, and the names of a type's fields in their order.
type fieldTable struct {
	kinds map[string]map[string]string
	names map[string][]string
}

var fields = sync.OnceValue(func() fieldTable {
	t := fieldTable{map[string]map[string]string{}, map[string][]string{}}
	for _, line := range strings.Split(fieldsText, "\n") {
		typ, rest, ok := strings.Cut(line, ":")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		kinds := map[string]string{}
		for _, f := range strings.Fields(rest) {
			name, kind, _ := strings.Cut(f, "=")
			kinds[name] = kind
			t.names[typ] = append(t.names[typ], name)
		}
		t.kinds[typ] = kinds
	}
	return t
})

// bare is a kind without its marks.
func bare(kind string) string {
	return strings.TrimSuffix(strings.TrimPrefix(kind, "*"), "!")
}

// homes are where fields belong that people put into the wrong map, most likely first.
var homes = []struct{ typ, path string }{
	{"PodSpec", "spec"}, {"NodeSpec", "spec"}, {"ObjectMeta", "metadata"}, {"NodeStatus", "status"},
	{"Container", "spec.containers[]"}, {"ResourceRequirements", "spec.containers[].resources"},
}

// home is where a field belongs in an object of the kind, "" where nowhere.
func home(kind Kind, field string) string {
	t := fields()
	for _, h := range homes {
		if h.typ == "NodeSpec" || h.typ == "NodeStatus" {
			if kind != KindNode {
				continue
			}
		} else if h.typ != "ObjectMeta" && kind != KindPod {
			continue
		}
		if _, ok := t.kinds[h.typ][field]; ok {
			return h.path + "." + field
		}
	}
	return ""
}

// unmodelled are the fields by which a plugin of the real scheduler decides that the engine does not model yet; the
// key is the type and the field.
var unmodelled = map[string]string{
	"Affinity.podAffinity":              "InterPodAffinity",
	"Affinity.podAntiAffinity":          "InterPodAffinity",
	"PodSpec.topologySpreadConstraints": "PodTopologySpread",
	"Volume.persistentVolumeClaim":      "VolumeBinding",
	"Volume.ephemeral":                  "VolumeBinding",
	"Volume.gcePersistentDisk":          "VolumeRestrictions",
	"Volume.awsElasticBlockStore":       "VolumeRestrictions",
	"Volume.iscsi":                      "VolumeRestrictions",
	"Volume.rbd":                        "VolumeRestrictions",
	"Volume.azureDisk":                  "NodeVolumeLimits",
	"Volume.cinder":                     "NodeVolumeLimits",
	"Volume.csi":                        "NodeVolumeLimits",
	"PodSpec.resourceClaims":            "DynamicResources",
	"ResourceRequirements.claims":       "DynamicResources",
	"NodeStatus.images":                 "ImageLocality",
}
