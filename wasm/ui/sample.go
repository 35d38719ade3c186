package ui

import _ "embed"

// sampleCluster is what an empty page offers: one pod of it fits nowhere.
//
//go:embed sample.yaml
var sampleCluster string
