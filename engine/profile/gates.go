package profile

// Gates are the feature gates that change the queue, resolved for one release.
type Gates struct {
	QueueingHints   bool // SchedulerQueueingHints
	PopFromBackoffQ bool // SchedulerPopFromBackoffQ
}
