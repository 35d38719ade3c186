package queue

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/trace"
)

// group stands for several pods.
type group struct {
	podEntity
	pods int
}

func (g *group) size() int { return g.pods }

// The cap of the backoff grows with the root of an entity's size; a pod's is the configured one.
func TestBackoffCapGrowsWithSize(t *testing.T) {
	q := &Queue{cfg: Config{InitialBackoff: time.Second, MaxBackoff: 10 * time.Second}, profile: &profile.Profile{}}
	pod := entityOf(&trace.Queued{Object: &api.Pod{}})
	require.Equal(t, 10*time.Second, q.shifted(pod, 9))
	require.Equal(t, 8*time.Second, q.shifted(pod, 4))
	require.Equal(t, 20*time.Second, q.shifted(&group{pods: 4}, 9))
	require.Equal(t, 16*time.Second, q.shifted(&group{pods: 4}, 5))
}
