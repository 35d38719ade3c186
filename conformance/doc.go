// Package inflightconformance compares Inflight's scheduling queue with the real one.
package inflightconformance
