package ui

import (
	"strings"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/trace"
)

// begin shows what the last visit or a recording says: the reader's own cluster, or the lesson.
func (u *update) begin() {
	u.readLessons()
	u.do(List{Path: scenarioDir, Msg: "files"})
	if u.m.Mode == Learn {
		u.tellLesson()
	}
	switch {
	case u.m.Resume != "":
		u.resume()
	case u.m.Mode == Play:
		u.openPlay()
	default:
		u.resumeAt(u.m.ResumeAt)
	}
}

// tellLesson runs the lesson's story from its start.
func (u *update) tellLesson() {
	l := u.m.Lesson
	if l == nil {
		return
	}
	r := l.Releases[0]
	for _, known := range l.Releases {
		if known == u.m.Left.Release || known.String() == u.m.Kept["release"] {
			r = known
		}
	}
	pane, problem := run(l.Scenario, r)
	pane.place(l)
	u.show(pane)
	u.fail(problem)
}

// show makes another run the one that shows.
func (u *update) show(pane Pane) {
	u.m.Left = pane
	u.m.Selected, u.m.Element = trace.NoPod, trace.NoElement
	u.m.listPossible()
}

// figure goes to the place of the run that the text points at.
func (u *update) figure(rest string) {
	l := u.m.Lesson
	if l == nil || u.m.Mode != Learn || l.Figure(rest) == nil {
		return
	}
	if u.m.Progress.Exercise != "" {
		u.leave("")
	}
	u.pause("")
	if beat, found, err := l.Figure(rest).Beat(u.m.Left.Trace); err == nil && found {
		u.move(beat + 1)
	}
}

// choose is the choice that is marked in a prediction and not yet checked: "choose ID CHOICE".
func (u *update) choose(rest string) {
	id, choice, _ := strings.Cut(rest, " ")
	u.m.Progress.Choice = with(u.m.Progress.Choice, id, choice)
}

// answer checks a prediction: "answer ID CHOICE".
func (u *update) answer(rest string) {
	id, choice, _ := strings.Cut(rest, " ")
	choice = strings.TrimSpace(choice)
	if u.m.Lesson == nil || u.m.Lesson.Prediction(id) == nil || u.m.Progress.Answers[id] != "" {
		return
	}
	for _, c := range u.m.Lesson.Prediction(id).Choices {
		if c == choice {
			u.m.Progress.Answers = with(u.m.Progress.Answers, id, choice)
			u.keep(answerName(u.m.Lesson.ID, id), choice)
			u.do(Focus{"reveal:" + id}) // from here the arrows step; on a key of the transport they would walk along it
		}
	}
}

// ask leads to the prediction that waits for its answer.
func (u *update) ask(string) {
	q := u.m.asking()
	if q == nil {
		return
	}
	u.toLesson()
	u.do(Reveal{Keys: []string{"card:" + q.ID}}, Focus{"ask:" + q.ID})
}

// exercise begins one, or begins it again.
func (u *update) exercise(rest string) {
	l := u.m.Lesson
	if l == nil || l.Exercise(rest) == nil {
		return
	}
	e := l.Exercise(rest)
	r := u.m.Left.Release
	if len(e.Releases) > 0 && !hasRelease(e.Releases, r) {
		r = e.Releases[0]
	}
	s, err := l.Begin(e, r)
	if err != nil {
		u.m.Failure = err.Error()
		return
	}
	u.pause("")
	u.m.Progress.Exercise, u.m.Progress.Actions = e.ID, nil
	pane := paneOf(l.In(e), s)
	pane.Pos = pane.Len()
	u.show(pane)
	u.do(Animate{Jump: true}, Reveal{Keys: []string{"workbench"}})
	u.shown()
	u.examine()
}

func hasRelease(list []profile.Release, r profile.Release) bool {
	for _, x := range list {
		if x == r {
			return true
		}
	}
	return false
}

// leave goes back to the lesson's story.
func (u *update) leave(string) {
	u.pause("")
	u.m.Progress.Exercise, u.m.Progress.Actions = "", nil
	u.tellLesson()
	u.do(Animate{Jump: true})
	u.shown()
}

// hint shows one more hint.
func (u *update) hint(rest string) {
	if u.m.Lesson == nil || u.m.Lesson.Exercise(rest) == nil {
		return
	}
	u.m.Progress.Hints = with(u.m.Progress.Hints, rest, u.m.Progress.Hints[rest]+1)
}

// solve does the solution from the exercise's start.
func (u *update) solve(rest string) {
	if u.m.Lesson == nil || u.m.Lesson.Exercise(rest) == nil {
		return
	}
	u.exercise(rest)
	for _, line := range u.m.Lesson.Exercise(rest).Solution {
		u.act(line)
	}
}

// examine holds the goals of the exercise against what the reader has done, on every release that it is about.
func (u *update) examine() {
	e := u.m.exercising()
	if e == nil {
		return
	}
	outcomes, err := u.m.Lesson.Examine(e, u.m.Progress.Actions)
	if err != nil {
		return
	}
	u.m.Progress.Outcomes = with(u.m.Progress.Outcomes, e.ID, outcomes)
	for _, o := range outcomes {
		if !o.Met {
			return
		}
	}
	if name := solvedName(u.m.Lesson.ID, e.ID); u.m.Kept[name] == "" {
		u.keep(name, "yes")
	}
}

// scenarioName is a file name for a scenario.
func scenarioName(sc *scenario.Scenario) string {
	if sc.Name == "" {
		return "cluster.yaml"
	}
	return sc.Name + ".yaml"
}
