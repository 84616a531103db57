import type { Block, DocumentText } from '../document-text.ts'
import { decodeText } from '../encoding/decode-text.ts'
import type { Budget } from '../limits.ts'
import { withLetters, withoutArguments } from './latex-commands.ts'
import { withMacros } from './latex-macros.ts'
import { symbolOf } from './latex-symbols.ts'

const LEVELS: Record<string, number> = {
  part: 1,
  chapter: 1,
  section: 2,
  subsection: 3,
  subsubsection: 4,
  paragraph: 5,
  frametitle: 4,
}
/** Commands whose argument is no text. */
const WITHOUT_TEXT =
  /\\(?:label|ref|eqref|pageref|cite[a-z]*|includegraphics|usepackage|documentclass|bibliographystyle|bibliography|input|include|vspace|hspace|newcommand|renewcommand|pagestyle|thispagestyle|definecolor|hypersetup|geometry|graphicspath)\*?(?:\[[^\]]{0,500}\])*(?:\{[^{}]{0,500}\})?(?:\[[^\]]{0,100}\])*(?:\{[^{}]{0,500}\})?/g
const HEADING =
  /^\\(part|chapter|section|subsection|subsubsection|paragraph|frametitle)\*?(?:\[[^\]]{0,300}\])?\{((?:[^{}]|\{[^{}]{0,200}\}){0,500})\}/

/** LaTeX: its text, with formulas as they are written, and without commands, comments and the preamble. */
export function readLatex(bytes: Uint8Array, budget: Budget, charset?: string): DocumentText {
  const source = outsideCode(withoutComments(decodeText(bytes, charset)), withMacros)
  const begin = source.indexOf('\\begin{document}')
  const end = source.lastIndexOf('\\end{document}')
  const body = source.slice(begin < 0 ? 0 : begin + 16, end < 0 ? undefined : end)
  const title = plain(/\\title\*?\{((?:[^{}]|\{[^{}]{0,200}\}){0,500})\}/.exec(source)?.[1] ?? '')
  const blocks: Block[] = []
  const add = (text: string): void => {
    const clean = plain(text)
    if (clean === '') return
    budget.spend(clean.length)
    blocks.push({ text: clean })
  }
  const parted = body
    .replace(FRAME, '\n\n\\frametitle{$1}')
    .replace(/(?=\\(?:part|chapter|(?:sub){0,2}section|paragraph|frametitle)\*?[[{])/g, '\n\n')
  for (const piece of parted.split(/\n[^\S\n]*\n|\\par\b/)) {
    budget.tick()
    const trimmed = piece.trim()
    const heading = HEADING.exec(trimmed)
    if (heading) {
      const text = plain(heading[2] ?? '')
      if (text !== '') blocks.push({ text, heading: LEVELS[heading[1] ?? ''] ?? 2 })
    }
    add(heading ? trimmed.slice(heading[0].length) : trimmed)
  }
  return { kind: 'latex', ...(title === '' ? {} : { title }), blocks }
}

/** A slide of Beamer that has a title. */
const FRAME =
  /\\begin\{frame\}(?:<[^<>]{0,50}>)?(?:\[[^\]]{0,200}\]){0,2}(?=\{)\{((?:[^{}]|\{[^{}]{0,200}\}){1,500})\}/g
const FORMULA =
  /\$\$[^$]{1,5000}\$\$|\$[^$\n]{1,500}\$|\\\[[\s\S]{1,5000}?\\\]|\\\([\s\S]{1,500}?\\\)|\\begin\{(equation|align|alignat|gather|multline|eqnarray|displaymath|math)(\*?)\}[\s\S]{1,5000}?\\end\{\1\2\}/g
const CODE = /\\begin\{(verbatim|lstlisting|minted)(\*?)\}([\s\S]{0,50000}?)\\end\{\1\2\}/g

/** `[language=Python]`, and the language in braces. */
const CODE_OPTIONS = /^(?:\[[^\]]{0,500}\])?(?:\{[a-z+#-]{1,20}\}(?=\s*\n))?/i

const UNUSED = /\\begin\{comment\}[\s\S]{0,50000}?\\end\{comment\}|\\iffalse\b[\s\S]{0,50000}?\\(?:fi|else)\b/
const COMMENT = new RegExp(`${CODE.source}|(?<!\\\\)%.*$|${UNUSED.source}`, 'gm')

/** In code, a percent sign is no comment. */
const withoutComments = (source: string): string =>
  source.replace(COMMENT, (piece, code: string | undefined) => (code === undefined ? '' : piece))

function outsideCode(source: string, change: (text: string) => string): string {
  const codes: string[] = []
  const masked = source.replace(CODE, (code) => `\ue001${codes.push(code) - 1}\ue001`)
  return change(masked).replace(/\ue001(\d+)\ue001/g, (_all, at: string) => codes[Number(at)] ?? '')
}

const ENVIRONMENT =
  /\\(?:begin|end)\{([^{}]{0,50})\}(?:<[^<>]{0,50}>)?(?:\[([^\]]{0,200})\])?((?:\{(?:[^{}]|\{[^{}]{0,50}\}){0,200}\})?)/g
/** What follows their beginning says how they look. */
const LAYOUT =
  /^(?:tabular[xy*]?|tabulary|long(?:table|tabu)|supertabular|array|minipage|multicols\*?|wrap(?:figure|table)|figure\*?|table\*?|thebibliography|adjustbox|spacing|columns?|list|enumerate\*?|itemize\*?|description|picture|axis|scope|subfigure|frame|document|titlepage|otherlanguage\*?|questions|parts|choices|minted|overpic|tikzcd|forest)$/

/** `\begin{theorem}[Pythagoras]` and `\begin{block}{Definition}` have a title. */
function environmentText(_all: string, name: string, option = '', argument = ''): string {
  if (LAYOUT.test(name)) return '\n'
  const named = /\btitle\s*=\s*\{?([^,{}]{1,200})/.exec(option)?.[1]
  const texts = [named ?? (option.includes('=') ? '' : option), argument.slice(1, -1)]
  return `\n${texts.filter(isTitle).join(' ')}\n`
}

/** Neither a width nor a place on the page. */
const isTitle = (text: string): boolean =>
  /\p{L}{3}/u.test(text.replace(/\\[a-zA-Z]+/g, '')) && !/^[htbpH!]+$/.test(text)

const DRAWING = /\\begin\{tikzpicture\}([\s\S]{0,50000}?)\\end\{tikzpicture\}/g
const LABEL = /\bnode\b[^{};]{0,300}\{([^{}]{1,300})\}/g

/** Of a drawing, its labels. */
const labelsOf = (_all: string, drawing: string): string =>
  `\n${Array.from(drawing.matchAll(LABEL), ([, label]) => label).join(' ')}\n`

/** Formulas stay: questions name their letters. */
function plain(text: string): string {
  const kept: string[] = []
  const keep = (piece: string): string => `\ue000${kept.push(piece) - 1}\ue000`
  const keepFormula = (formula: string): string =>
    keep(
      formula
        .replace(/\\(?:label\{[^{}]{0,200}\}|nonumber|notag|(?:begin|end)\{[a-z]{1,20}\*?\})/g, '')
        .replace(/\\([a-zA-Z]{1,50})/g, (all, name: string) => symbolOf(name, 'formula') || all)
        .trim(),
    )
  const formulas = text
    .replace(CODE, (_all, _name, _star, code: string) => `\n${keep(code.replace(CODE_OPTIONS, '').trim())}\n`)
    .replace(DRAWING, labelsOf)
    .replace(FORMULA, keepFormula)
  return withLetters(withoutArguments(formulas.replace(WITHOUT_TEXT, ' ')))
    .replace(/\\(?:title|author|date|maketitle|tableofcontents)\b\*?(?:\{[^{}]{0,500}\})?/g, ' ')
    .replace(ENVIRONMENT, environmentText)
    .replace(
      /\\item\b(?:<[^<>\n]{1,30}>)?(?:\[([^\]]{0,200})\])?/g,
      (_all, name: string | undefined) => `\n- ${name ?? ''}`,
    )
    .replace(/\\\\(?:\[[^\]]{0,50}\])?/g, '\n')
    .replace(/\\([%&_#${}])/g, '$1')
    .replace(/\\[-/!@]/g, '')
    .replace(/\\[ ,;:]/g, ' ')
    .replace(/(?<=[^{])\}\{(?=[^}])/g, '} {')
    .replace(/~/g, ' ')
    .replace(/\\[a-zA-Z]+\*?(?:<[\d,+.|-]{1,20}>)?(?:\[[^\]]{0,200}\])?/g, '')
    .replace(/[{}]/g, '')
    .replace(/``|''/g, '"')
    .replace(/(?<=\s)---(?=\s)|(?<=\p{L})---(?=\p{L})/gu, '—')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .replace(/^- ?\n(?!-)/gm, '- ')
    .replace(/\ue000(\d+)\ue000/g, (_all, at: string) => kept[Number(at)] ?? '')
    .trim()
}
