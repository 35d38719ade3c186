//go:build k8s && !k8s135 && !k8s137

package real

import v1 "k8s.io/api/core/v1"

// Tolerates tells whether a toleration tolerates a taint.
func Tolerates(t *v1.Toleration, taint *v1.Taint) bool { return t.ToleratesTaint(taint) }
