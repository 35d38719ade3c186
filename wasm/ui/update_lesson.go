package ui

import (
	"strings"

	"inflight/engine/profile"
	"inflight/engine/scenario"
	"inflight/engine/trace"
)

// lessonFiles are the files of a lesson, by the name that their answers carry.
var lessonFiles = map[string]string{"lesson": "lesson.json", "scenario": "scenario.yaml"}

const firstLesson = "05-lost-marker"

// fetchLesson asks for the lesson's files.
func (m *Model) fetchLesson() []Cmd {
	var cmds []Cmd
	for _, name := range []string{"lesson", "scenario"} {
		cmds = append(cmds, Load{Path: "lessons/" + firstLesson + "/" + lessonFiles[name], Msg: "lesson " + name})
	}
	return cmds
}

// lessonRead is one of the lesson's files; when all have come the lesson begins.
func (u *update) lessonRead(rest string) {
	name, more, _ := strings.Cut(rest, " ")
	data, ok := answer(more)
	if !ok {
		u.m.Failure = lessonFiles[name] + ": " + data
		u.afterLesson()
		return
	}
	u.m.Files = with(u.m.Files, name, data)
	if len(u.m.Files) < len(lessonFiles) {
		return
	}
	l, err := readLesson(firstLesson, u.m.Files["lesson"])
	if err != nil {
		u.m.Failure = err.Error()
		u.afterLesson()
		return
	}
	stories, problems := scenario.LoadAll(scenario.File{Name: "scenario.yaml", Data: []byte(u.m.Files["scenario"])})
	if len(stories) == 0 {
		u.refuse(problems)
		return
	}
	u.m.Lesson, u.m.Stories, u.m.Failure = l, stories, ""
	u.afterLesson()
}

// afterLesson goes on with what waited for the lesson: the reader's own cluster, a recording, or the lesson itself.
func (u *update) afterLesson() {
	switch {
	case u.m.Resume != "":
		if u.m.Lesson != nil {
			u.tellLesson()
		}
		u.resume()
	case u.m.Mode == Play:
		u.do(Load{Path: ownFile, Msg: "own"})
	case u.m.Lesson != nil:
		u.tellLesson()
		u.resumeAt()
	}
	u.do(u.m.root())
}

// tellLesson runs the lesson's story from its start.
func (u *update) tellLesson() {
	sc := u.m.story("")
	if sc == nil || u.m.Lesson == nil {
		return
	}
	r := u.m.Lesson.Releases[0]
	for _, known := range u.m.Lesson.Releases {
		if known == u.m.Left.Release || known.String() == u.m.Kept["release"] {
			r = known
		}
	}
	u.tell(sc, r, true)
}

// tell makes a run of a scenario the one that shows, with its story or without.
func (u *update) tell(sc *scenario.Scenario, r profile.Release, story bool) {
	make := begin
	if story {
		make = run
	}
	pane, problem := make(sc, r)
	if pane.Trace == nil {
		u.fail(problem)
		return
	}
	if story {
		pane.place(u.m.Lesson)
	}
	u.m.Left = pane
	u.m.Selected, u.m.Element = trace.NoPod, trace.NoElement
	u.m.listPossible()
	u.fail(problem)
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
	l := u.m.Lesson
	if l == nil || l.prediction(id) == nil || u.m.Progress.Answers[id] != "" {
		return
	}
	for _, c := range l.prediction(id).Choices {
		if c == choice {
			u.m.Progress.Answers = with(u.m.Progress.Answers, id, choice)
			u.keep("answer."+id, choice)
			u.do(Focus{"do:step"})
		}
	}
}

// ask leads to the prediction that waits for its answer.
func (u *update) ask(string) {
	q := u.m.asking()
	if q == nil {
		return
	}
	switch {
	case u.m.phone():
		u.m.Tab = "lesson"
	case u.m.layout() >= drawer:
		u.m.Drawer = true
	}
	u.do(Reveal{Keys: []string{"card:" + q.ID}}, Focus{"ask:" + q.ID})
}

// exercise begins one, or begins it again.
func (u *update) exercise(rest string) {
	if u.m.Lesson == nil || u.m.Lesson.exercise(rest) == nil {
		return
	}
	e := u.m.Lesson.exercise(rest)
	sc := u.m.story(e.Scenario)
	if sc == nil {
		return
	}
	u.pause("")
	u.m.Progress.Exercise, u.m.Progress.Actions = e.ID, 0
	u.tell(sc, u.m.Left.Release, false)
	u.do(Animate{Jump: true})
	u.shown()
}

// leave goes back to the lesson's story.
func (u *update) leave(string) {
	u.pause("")
	u.m.Progress.Exercise = ""
	u.tellLesson()
	u.do(Animate{Jump: true})
	u.shown()
}

// hint shows one more hint.
func (u *update) hint(rest string) {
	if u.m.Lesson == nil || u.m.Lesson.exercise(rest) == nil {
		return
	}
	u.m.Progress.Hints = with(u.m.Progress.Hints, rest, u.m.Progress.Hints[rest]+1)
}

// solve does the solution from the exercise's start.
func (u *update) solve(rest string) {
	if u.m.Lesson == nil || u.m.Lesson.exercise(rest) == nil {
		return
	}
	e := u.m.Lesson.exercise(rest)
	u.exercise(rest)
	for _, line := range e.Solution {
		u.act(line)
	}
}

// checkGoals marks the goals that are reached; one that was reached stays so.
func (u *update) checkGoals() {
	l, p := u.m.Lesson, &u.m.Left
	if l == nil || u.m.Mode != Learn || p.Trace == nil {
		return
	}
	for _, e := range l.Exercises {
		if u.m.Progress.Exercise != e.ID {
			continue
		}
		for _, g := range e.Goals {
			id := e.ID + "/" + g.ID
			if !u.m.Progress.Goals[id] && p.reached(g.Check) {
				u.m.Progress.Goals = with(u.m.Progress.Goals, id, true)
			}
		}
	}
}
