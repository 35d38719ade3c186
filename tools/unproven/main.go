// Command unproven lists the golden stories whose operations no real queue has confirmed as they are now. It exits
// with 1 if there are any; make prove lets the real queues judge them.
package main

import (
	"fmt"
	"os"
	"strings"

	"inflight/tools/stories"
)

func main() {
	missing, err := unproven(".")
	if err != nil {
		fmt.Fprintln(os.Stderr, "unproven:", err)
		os.Exit(2)
	}
	for _, name := range missing {
		fmt.Println("unproven:", name)
	}
	if len(missing) > 0 {
		fmt.Println("unproven: let the real queues judge these stories with: make prove")
		os.Exit(1)
	}
	fmt.Println("every golden story is confirmed by the real queue of its release")
}

// unproven are the stories below root without a line in conformance/proven.txt.
func unproven(root string) ([]string, error) {
	text, err := os.ReadFile(root + "/conformance/proven.txt")
	if err != nil {
		return nil, err
	}
	proven := map[string]bool{}
	for line := range strings.Lines(string(text)) {
		proven[strings.TrimSpace(line)] = true
	}
	all, err := stories.All(root)
	if err != nil {
		return nil, err
	}
	var missing []string
	for _, s := range all {
		log, end, err := s.Run()
		if err != nil {
			return nil, err
		}
		if end != nil && !proven[s.Proof(log)] {
			missing = append(missing, s.Release+" "+s.Name)
		}
	}
	return missing, nil
}
