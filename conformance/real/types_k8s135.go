//go:build k8s135

package real

import (
	"time"

	fwk "k8s.io/kube-scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
)

type preEnqueuePlugin = fwk.PreEnqueuePlugin

var withRecorder = queue.WithMetricsRecorder(metrics.NewMetricsAsyncRecorder(1000, time.Second, nil))
