//go:build k8s134

package real

import (
	"time"

	"k8s.io/kubernetes/pkg/scheduler/backend/queue"
	"k8s.io/kubernetes/pkg/scheduler/framework"
	"k8s.io/kubernetes/pkg/scheduler/metrics"
)

type preEnqueuePlugin = framework.PreEnqueuePlugin

var withRecorder = queue.WithMetricsRecorder(*metrics.NewMetricsAsyncRecorder(1000, time.Second, nil))
