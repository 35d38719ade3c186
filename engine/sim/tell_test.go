package sim_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"inflight/engine/action"
	"inflight/engine/api"
	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/sim"
	"inflight/engine/trace"
)

const more = `
apiVersion: v1
kind: Node
metadata: {name: large}
status: {allocatable: {cpu: "8", memory: 8Gi, pods: "10"}}
`

// line is a story line of a reader.
func line(t *testing.T, text string) scenario.Line {
	t.Helper()
	a, problem := action.Parse(text)
	require.Nil(t, problem)
	return scenario.Line{Action: a, Text: text}
}

// What a reader tells line by line is the run of the file that says the same.
func TestToldLineByLine(t *testing.T) {
	sc, problems := scenario.Load(scenario.File{Name: "waiting.yaml", Data: []byte(waiting)})
	require.Empty(t, problems)
	sc = sc.Told(nil)
	docs, problems := api.Decode("", []byte(more), api.Options{})
	require.Empty(t, problems)
	for _, release := range profile.All() {
		p, err := profile.For(release, sc.Gates)
		require.NoError(t, err)
		s, problem := sim.New(sc, p)
		require.Nil(t, problem)
		told := sc
		tell := func(text string, docs ...api.Doc) bool {
			l := line(t, text)
			next := told.Told(append(told.Story[:len(told.Story):len(told.Story)], l), docs...)
			if s.Tell(next, l.Action) != nil {
				return false
			}
			told = next
			return true
		}
		require.True(t, tell("step until Requeue"))
		before := trace.Text(s.Trace())
		require.False(t, tell("apply node/large"), "no document says what it is")
		require.False(t, tell("release pod/big"), "nothing holds it")
		require.Equal(t, before, trace.Text(s.Trace()))
		require.Equal(t, 1, s.StoryDone())
		at := s.Now()
		require.True(t, tell("advance 100ms"))
		require.Equal(t, at+100_000_000, s.State().At, "time passed without a step")
		require.True(t, tell("apply node/large", docs...))
		require.True(t, tell(`patch node/large {"metadata":{"labels":{"zone":"a"}}}`))
		doc, ok := s.Doc(api.Ref{Kind: api.KindNode, Name: "large"})
		require.True(t, ok)
		require.Equal(t, "a", doc.Value.Path("metadata", "labels", "zone").Str())
		_, ok = s.Doc(api.Ref{Kind: api.KindNode, Name: "none"})
		require.False(t, ok)
		require.True(t, tell("run"))

		file := told.Marshal()
		again, problems := scenario.Load(scenario.File{Name: "told.yaml", Data: file})
		require.Empty(t, problems, "%s", file)
		run, problem := sim.Run(again, p)
		require.Nil(t, problem)
		require.Equal(t, trace.Text(run), trace.Text(s.Trace()), release.String())
	}
}

// A pod is made again as the document says that it was made from, not as another one of its name.
func TestRecreatedFromItsOwnDocument(t *testing.T) {
	text := strings.Replace(waiting, "- run until pod(big).attempts == 2", "- apply pod/big~2\n  - recreate pod/big\n  - step\n  - 'patch pod/big {metadata: {labels: {tier: web}}}'", 1) + `---
apiVersion: v1
kind: Pod
metadata: {name: big}
spec: {nodeName: small, containers: [{name: main, image: main}]}
`
	text = strings.Replace(text, "spec:\n  clock", "spec:\n  start: [node/small]\n  clock", 1)
	sc, problems := scenario.Load(scenario.File{Name: "again.yaml", Data: []byte(text)})
	require.NotNil(t, sc, "%v", problems)
	p, err := profile.For(profile.All()[len(profile.All())-1], sc.Gates)
	require.NoError(t, err)
	s, problem := sim.New(sc, p)
	require.Nil(t, problem)
	require.Nil(t, s.StoryLine())
	require.Nil(t, s.StoryLine())
	again := s.State().Pods.At(1)
	require.Equal(t, "big-2", again.UID)
	require.Equal(t, trace.Bound, again.Place)
	require.Equal(t, "small", again.Node)
}
