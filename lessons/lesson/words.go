package lesson

import (
	"maps"
	"slices"
	"strconv"

	"inflight/engine/tree"
	"inflight/engine/why"
)

// words reads what a bundle has of one language: {"title": …, "text": [blocks], "words": {id: [blocks]}}.
func (r *Reader) words(lang why.Lang, v *tree.Value) {
	r.l.Title[lang] = v.Get("title").Str()
	r.l.Text[lang] = r.blocks(v.Get("text"))
	r.l.Words[lang] = Words{}
	if w := v.Get("words"); w != nil {
		for _, f := range w.Fields {
			r.l.Words[lang][f.Key] = r.blocks(f.Value)
		}
	}
}

func (r *Reader) blocks(v *tree.Value) []Block {
	var out []Block
	for _, x := range v.Seq() {
		b := Block{Kind: BlockKind(x.Get("kind").Str()), Text: r.inlines(x.Get("text")), Code: x.Get("code").Str(), ID: x.Get("id").Str()}
		if n := x.Get("level"); n != nil {
			b.Level, _ = strconv.Atoi(n.Text)
		}
		for _, item := range x.Get("items").Seq() {
			b.Items = append(b.Items, r.inlines(item))
		}
		out = append(out, b)
	}
	return out
}

// inlines are plain texts, or maps of text, mark and href.
func (r *Reader) inlines(v *tree.Value) []Inline {
	var out []Inline
	for _, x := range v.Seq() {
		if x.Kind == tree.String {
			out = append(out, Inline{Text: x.Text})
			continue
		}
		out = append(out, Inline{Text: x.Get("text").Str(), Mark: Mark(x.Get("mark").Str()), Href: x.Get("href").Str()})
	}
	return out
}

// WordsValue is what a bundle has of one language, so that Read reads the same again. The IDs of words come in order.
func WordsValue(title string, text []Block, words Words) *tree.Value {
	m := tree.NewMap()
	for _, id := range slices.Sorted(maps.Keys(words)) {
		m.Fields = append(m.Fields, tree.Field{Key: id, Value: blocksValue(words[id])})
	}
	return tree.NewMap(tree.Field{Key: "title", Value: tree.NewString(title)}, tree.Field{Key: "text", Value: blocksValue(text)}, tree.Field{Key: "words", Value: m})
}

func blocksValue(blocks []Block) *tree.Value {
	list := tree.NewList()
	for _, b := range blocks {
		m := tree.NewMap(tree.Field{Key: "kind", Value: tree.NewString(string(b.Kind))})
		if b.Level > 0 {
			m = m.With("level", &tree.Value{Kind: tree.Int, Text: strconv.Itoa(b.Level)})
		}
		if b.ID != "" {
			m = m.With("id", tree.NewString(b.ID))
		}
		if b.Text != nil {
			m = m.With("text", inlinesValue(b.Text))
		}
		if b.Code != "" {
			m = m.With("code", tree.NewString(b.Code))
		}
		if b.Items != nil {
			items := tree.NewList()
			for _, item := range b.Items {
				items.Items = append(items.Items, inlinesValue(item))
			}
			m = m.With("items", items)
		}
		list.Items = append(list.Items, m)
	}
	return list
}

func inlinesValue(text []Inline) *tree.Value {
	list := tree.NewList()
	for _, t := range text {
		if t.Mark == NoMark {
			list.Items = append(list.Items, tree.NewString(t.Text))
			continue
		}
		m := tree.NewMap(tree.Field{Key: "text", Value: tree.NewString(t.Text)}, tree.Field{Key: "mark", Value: tree.NewString(string(t.Mark))})
		if t.Href != "" {
			m = m.With("href", tree.NewString(t.Href))
		}
		list.Items = append(list.Items, m)
	}
	return list
}
