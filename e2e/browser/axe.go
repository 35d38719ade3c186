package browser

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// Finding is something that axe-core objects to.
type Finding struct {
	ID, Impact, Help string
	Nodes            []struct {
		Target  []any // selectors, one in each nested document
		HTML    string
		Summary string `json:"failureSummary"`
	}
}

// String names the rule, and the first of the elements with what is wrong.
func (f Finding) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s (%s): %s, %d times", f.ID, f.Impact, f.Help, len(f.Nodes))
	for i, n := range f.Nodes {
		if i == 3 {
			break
		}
		fmt.Fprintf(&b, "\n    %v  %.200s\n      %s", n.Target, n.HTML, strings.ReplaceAll(n.Summary, "\n", "\n      "))
	}
	return b.String()
}

// Axe examines the page by all rules of axe-core, whose source is given. It runs in a world of its own beside the page's
// scripts: it sees the same document, leaves nothing behind, and the page's policy does not hold there.
func (t *Tab) Axe(source string) ([]Finding, error) {
	ctx, cancel := context.WithTimeout(t.ctx, Patience)
	defer cancel()
	tree, err := chromedp.Call(ctx, page.GetFrameTree, cdp.Empty{})
	if err != nil {
		return nil, fmt.Errorf("looking for the page's frame: %w", err)
	}
	world, err := chromedp.Call(ctx, page.CreateIsolatedWorld, page.CreateIsolatedWorldParams{FrameID: tree.FrameTree.Frame.ID, WorldName: "axe"})
	if err != nil {
		return nil, fmt.Errorf("making a world for axe-core: %w", err)
	}
	run := `(async () => {
		const {violations} = await axe.run(document, {resultTypes: ["violations"]});
		return JSON.stringify(violations.map(({id, impact, help, nodes}) => ({id, impact, help, nodes: nodes.map(({target, html, failureSummary}) => ({target, html, failureSummary}))})));
	})()`
	said, yes := "", true
	for _, script := range []string{source + ";true", run} {
		res, err := chromedp.Call(ctx, runtime.Evaluate, runtime.EvaluateParams{Expression: script, ContextID: world.ExecutionContextID, AwaitPromise: &yes, ReturnByValue: &yes})
		if err != nil {
			return nil, fmt.Errorf("running axe-core: %w", err)
		}
		if res.ExceptionDetails != nil {
			return nil, fmt.Errorf("axe-core fails: %s", exceptionText(res.ExceptionDetails))
		}
		said = string(res.Result.Value)
	}
	var text string
	if err := json.Unmarshal([]byte(said), &text); err != nil {
		return nil, fmt.Errorf("axe-core returned %.80s: %w", said, err)
	}
	var found []Finding
	return found, json.Unmarshal([]byte(text), &found)
}
