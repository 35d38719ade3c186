package lint

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"

	"inflight/lessons"
)

const id = "05-lost-marker"

// changed is the lesson with one text of one file replaced.
func changed(t *testing.T, file, old, new string) fstest.MapFS {
	t.Helper()
	files := fstest.MapFS{}
	require.NoError(t, fs.WalkDir(lessons.Files, id, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := fs.ReadFile(lessons.Files, name)
		files[name] = &fstest.MapFile{Data: data}
		return err
	}))
	f := files[id+"/"+file]
	require.NotNil(t, f, file)
	require.Contains(t, string(f.Data), old, file)
	f.Data = []byte(strings.ReplaceAll(string(f.Data), old, new))
	return files
}

// Each promise can be broken, and then somebody is told where and what to do.
func TestBrokenPromises(t *testing.T) {
	for _, tc := range []struct{ name, file, old, new, want string }{
		{"field", "lesson.yaml", "subjects:", "subject:", `lesson.yaml:2:1: subject: is no field here; there are chapter, subjects`},
		{"subject", "lesson.yaml", "S5]", "S26]", `S26 is no subject`},
		{"chapter", "lesson.yaml", "chapter: in-flight", "chapter: inflight", `inflight is no chapter; there are machine, in-flight`},
		{"kind", "lesson.yaml", "kind: constructing", "kind: building", `building is no kind of exercise; write changing or constructing`},
		{"only watched", "lesson.yaml", "kind: constructing", "kind: changing", `there is no constructing one`},
		{"ID twice", "lesson.yaml", "id: same-pod", "id: bound", `the ID bound stands twice`},
		{"release", "lesson.yaml", "[v1.28.2, v1.34.4]", "[v1.28.2, v1.31.0]", `v1.31.0 is not among the releases of scenario.yaml`},
		{"scenario", "lesson.yaml", "scenario: strand", "scenario: strands", `no file of the lesson has a Scenario named strands`},
		{"link", "lesson.yaml", "https://github.com/kubernetes/kubernetes/pull/120445", "kubernetes/pull/120445", `write an address with https://`},
		{"unused link", "en.md", ", for 1.28 [#120445][]", "", `en.md: the link #120445 is not used`},
		{"unknown link", "ja.md", "[#120445][]", "[#1204450][]", `: refers to a link that lesson.yaml does not have`},
		{"title", "ja.md", "# リストから外れた目印\n", "# リストから外れた印\n", `the title is "リストから外れた印"`},
		{"card of one language", "ja.md", "{exercise: rescue}", "{exercise: rescues}", `ja.md: exercise:rescue has no words; write a > card that begins with {exercise: rescue}`},
		{"no end", "en.md", "> {end}\n", "", `en.md:69: is no card; begin it with {prediction: ID}, {exercise: ID} or {end}`},
		{"nothing to try", "ja.md", "> - {try} ", "> - ", `ja.md:69: does not end with what its reader can do now; write as the last a > card that begins with {end}`},
		{"unknown part", "en.md", "{figure: parked}", "{part: kitchen}", `kitchen is no part of the stage; there are activeQ, attempt`},
		{"part of one language", "en.md", "{figure: parked}", "{part: list} The list\n\n{figure: parked}", `ja.md: part:list has no words; write a paragraph that begins with {part: list}`},
		{"unknown card", "ja.md", "{exercise: rescue}", "{exercise: rescues}", `exercise:rescues is not in lesson.yaml`},
		{"goal", "en.md", "{goal: bound}", "{goal: bind}", `en.md: bound has no words`},
		{"hint", "en.md", "> - {hint: one-way}", "> - {hint: last}", `one-way has no words; write an item of the card of rescue`},
		{"figure", "en.md", "{figure: parked}", "{figure: park}", `figure:park is not in lesson.yaml`},
		{"feedback", "en.md", "> - `e3` ", "> - `e4` ", `: nothing is said to e3 on v1.28.2`},
		{"feedback of a release", "en.md", "> - `backoffQ` Right", "> - `backoffQ` `v1.27.16` Right", `nothing is said to backoffQ on v1.34.4`},
		{"Japanese sentence", "ja.md", "それは v1.28.1 の動きです。", "それは v1.28.1 の動きなのですが、このリリースではそうではなくて、もっとよい動きになっているので安心してよいのですし、ほかにもよいことがたくさんあります。", `60 are the limit`},
		{"never asked", "lesson.yaml", "before: pod(web-1).attempts == 1", "before: pod(web-1).attempts == 9", `v1.28.1: the run never comes to it`},
		{"asked too early", "lesson.yaml", "before: pod(web-1).attempts == 1 and", "before: pod(web-1).attempts == 0 and", `v1.28.1: the run never comes to it`},
		{"answer missing", "lesson.yaml", "choices: [activeQ, backoffQ, unschedulablePods]", "choices: [activeQ, unschedulablePods]", `v1.28.2: after step 20 pod(web-1).place is none of activeQ, unschedulablePods; add the true answer`},
		{"choices overlap", "lesson.yaml", "[e2, e3, <web-1>]", "[web-1, <web-1>]", `list.head is both web-1 and <web-1>`},
		{"term", "lesson.yaml", "term: list.head", "term: list.front", `list.front is not a term`},
		{"figure never", "lesson.yaml", "parked: pod(web-1).place in [backoffQ, unschedulablePods]", "parked: pod(web-1).place == gone", `there is no moment of the run`},
		{"no goal", "lesson.yaml", `  - {id: bound, check: "within(5m29s, pod(web-1).place == bound)"}`, `  - {id: bound, check: "eventually(pod(web-1).place == unschedulablePods)"}`, `the goal bound is met before anything is done`},
		{"goal's text", "lesson.yaml", "within(5m29s, pod(web-1).place == bound)", "within(5m29s, pod(web-1).where == bound)", `column`},
		{"solution fails", "lesson.yaml", "ops <= 2", "ops <= 1", `the solution does not meet the goal strand-parked (v1.28.1: false)`},
		{"solution stuck", "lesson.yaml", "  - step bind pod/a\n  - step until Requeue\n  wrong", "  - step bind pod/b\n  - step until Requeue\n  wrong", `is not among allow; offer it`},
		{"par", "lesson.yaml", "par: 6", "par: 5", `is 5, but the solution takes 6 actions`},
		{"action", "lesson.yaml", "  - do pop\n  - step until Filter", "  - pop\n  - step until Filter", `"pop", column 1`},
		{"wrong passes", "lesson.yaml", "check: \"within(5m29s, pod(web-1).place == bound and pod(web-1).uid == web-1-1)\"", "check: \"within(5m29s, pod(web-1).place == bound)\"", `"recreate pod/web-1, run until pod(web-1).place == bound" meets every goal, and must not`},
		{"story", "scenario.yaml", "  - delete pod/job-9", "  - delete pod/job-8", `scenario.yaml:17`},
		{"story's end", "scenario.yaml", "run until pod(web-1).place == bound", "run until pod(web-1).place == gone", `scenario.yaml:24`},
		{"Scenario last", "strand.yaml", "apiVersion: inflight/v1", "apiVersion: v1\nkind: Node\nmetadata: {name: first}\nstatus:\n  allocatable: {cpu: \"1\", memory: 1Gi, pods: \"1\"}\n---\napiVersion: inflight/v1", `does not begin with its Scenario`},
		{"same name", "strand.yaml", "name: strand}", "name: lost-marker}", `two Scenarios are named lost-marker`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			problems, err := Check(changed(t, tc.file, tc.old, tc.new))
			require.NoError(t, err)
			require.NotEmpty(t, problems)
			require.Contains(t, problems.Error(), tc.want)
		})
	}
}

func TestUntouchedItIsFine(t *testing.T) {
	problems, err := Check(changed(t, "en.md", "# The", "# The"))
	require.NoError(t, err)
	require.Empty(t, problems)
}

func TestNoLessons(t *testing.T) {
	_, err := Check(fstest.MapFS{"x.txt": {}})
	require.ErrorContains(t, err, "there is no lesson here")
	_, err = Check(fstest.MapFS{"01-x/lesson.yaml": {Data: []byte("chapter: x\n")}})
	require.ErrorContains(t, err, "01-x/scenario.yaml: there is none")
}
