package api

// Matches tells whether the term of the pod owner matches another pod (framework.AffinityTerm.Matches): the other's
// labels meet the selector, and its namespace is one of those named or its labels, nsLabels, meet the namespace
// selector. A term that names neither means the owner's namespace.
func (t *PodAffinityTerm) Matches(owner, other *Pod, nsLabels map[string]string) bool {
	named := contains(t.Namespaces, other.Namespace)
	if len(t.Namespaces) == 0 && t.NamespaceSelector == nil {
		named = other.Namespace == owner.Namespace
	}
	return (named || t.NamespaceSelector.Matches(nsLabels)) && t.Selector.Matches(other.Labels)
}

// MatchesRequiredAffinity tells whether any required pod affinity term of the owner matches the other pod: the pods
// that AssignedPodAdded and AssignedPodUpdated move up to 1.30
// (PriorityQueue.getUnschedulablePodsWithMatchingAffinityTerm).
func MatchesRequiredAffinity(owner, other *Pod) bool {
	nsLabels := NamespaceLabels(other.Namespace)
	for i := range owner.RequiredPodAffinity {
		if owner.RequiredPodAffinity[i].Matches(owner, other, nsLabels) {
			return true
		}
	}
	return false
}

// NamespaceLabels are the labels of a namespace that has only those that every cluster gives it.
func NamespaceLabels(namespace string) map[string]string {
	return map[string]string{"kubernetes.io/metadata.name": namespace}
}
