// Package region replaces marked parts of Markdown files, so that a file can hold
// what people write beside what tools measure.
package region

import (
	"fmt"
	"os"
	"strings"
)

// Replace puts text between <!-- name --> and <!-- end name --> in file. The
// markers must be there, once and in that order.
func Replace(file, name, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	open, end := "<!-- "+name+" -->", "<!-- end "+name+" -->"
	before, rest, ok := strings.Cut(string(old), open)
	_, after, ended := strings.Cut(rest, end)
	if !ok || !ended || strings.Contains(after, open) {
		return fmt.Errorf("%s: the lines %s and %s must stand there once, in that order", file, open, end)
	}
	now := before + open + "\n\n" + strings.TrimSpace(text) + "\n\n" + end + after
	if now == string(old) {
		return nil
	}
	return os.WriteFile(file, []byte(now), 0o644)
}
