import { describe, expect, test } from 'vitest'
import { bytesOf, zipOf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

const read = async (filename: string, content: string | Uint8Array) =>
  (await readDocument(typeof content === 'string' ? bytesOf(content) : content, { filename })).blocks
const textsOf = async (filename: string, content: string | Uint8Array) =>
  (await read(filename, content)).map(({ text }) => text)

describe('LaTeX', () => {
  const document = (body: string) => `\\documentclass{article}\\begin{document}${body}\\end{document}`
  test.each([
    ['commands that begin like an accent', '\\centering Growth \\vfill\\clearpage', 'Growth'],
    ['captions', '\\begin{figure}\\caption[short]{A plot of growth.}\\end{figure}', 'A plot of growth.'],
    ['footnotes', 'The cell\\footnote{See \\emph{Smith}.} divides.', 'The cell (See Smith.) divides.'],
    ['links', 'Visit \\href{https://e.org/a}{our page}.', 'Visit our page (https://e.org/a).'],
    ['colors', 'This is \\textcolor{red}{red} text.', 'This is red text.'],
    ['cells of several columns', '\\multicolumn{2}{c}{Totals} \\\\ a & b', 'Totals\na & b'],
    [
      'letters and accents',
      'Stra\\ss e, fa\\c{c}ade, ni\\~no, na\\"{\\i}ve, \\v{C}ech, \\aa ngstr\\"om\\ldots',
      'Straße, façade, niño, naïve, Čech, ångström…',
    ],
    [
      'formulas in environments',
      '\\begin{align*}\\label{a} E_\\alpha &= \\frac{a}{b}\\end{align*}',
      'E_\\alpha &= \\frac{a}{b}',
    ],
    [
      'percent signs in code',
      'Run:\n\\begin{verbatim}\nx = 5 % 3\n\\end{verbatim}\nDone. % note',
      'Run:\nx = 5 % 3\nDone.',
    ],
  ])('%s', async (_name, body, text) => {
    expect(await textsOf('a.tex', document(body))).toEqual([text])
  })
})

describe('RTF', () => {
  const hex = (bytes: readonly number[]) =>
    bytes.map((byte) => `\\'${byte.toString(16).padStart(2, '0')}`).join('')

  test('Japanese, in which two bytes are one character', async () => {
    const kanji = [0x8c, 0xf5, 0x8d, 0x87, 0x90, 0xac]
    expect(await textsOf('a.rtf', `{\\rtf1\\ansi\\ansicpg932 ${hex(kanji)}\\par}`)).toEqual(['光合成'])
    // The second byte of the last character is a letter.
    expect(await textsOf('a.rtf', `{\\rtf1\\ansi\\ansicpg932 ${hex([0x83])}A\\par}`)).toEqual(['ア'])
  })

  test('fonts for another script', async () => {
    const fonts = '{\\fonttbl{\\f0\\fnil Arial;}{\\f1\\fswiss\\fcharset204{\\*\\fname Arial;}Arial CYR;}}'
    const russian = hex([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2])
    expect(
      await textsOf('a.rtf', `{\\rtf1\\ansi${fonts}\\f0 caf\\'e9 {\\f1 ${russian}} \\'e9\\par}`),
    ).toEqual(['café Привет é'])
  })

  test('text boxes and nested cells are text; hidden and deleted text and index entries are not', async () => {
    const shape = '{\\shp{\\*\\shpinst{\\sp{\\sn type}{\\sv 202}}{\\shptxt In a box\\par}}{\\shprslt old}}'
    expect(await textsOf('a.rtf', `{\\rtf1 ${shape}A{\\xe index}\\nestcell B\\par}`)).toEqual([
      'In a box',
      'A | B',
    ])
    expect(await textsOf('a.rtf', '{\\rtf1 Seen{\\v hidden} and {\\deleted gone }here\\par}')).toEqual([
      'Seen and here',
    ])
  })

  test('binary data with braces, and headings', async () => {
    expect(
      await read(
        'a.rtf',
        '{\\rtf1 One {\\pict\\bin5 }}{}x} two.\\par\\pard\\outlinelevel0 Title\\par\\pard Body\\par}',
      ),
    ).toEqual([{ text: 'One two.' }, { text: 'Title', heading: 1 }, { text: 'Body' }])
  })
})

test('OpenDocument: notes and text boxes do not divide the sentence they are in', async () => {
  const note =
    '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>See Smith.</text:p></text:note-body></text:note>'
  const box = '<draw:frame><draw:text-box><text:p>In a box</text:p></draw:text-box></draw:frame>'
  const content = `<office:document-content xmlns:office="o" xmlns:text="t" xmlns:draw="d"><office:body><office:text><text:h>On cells${note}</text:h><text:p>The cell${note} divides in ${box}two steps.</text:p></office:text></office:body></office:document-content>`
  const file = await zipOf({ mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': content })
  expect(await read('a.odt', file)).toEqual([
    { text: 'On cells', heading: 1 },
    { text: 'See Smith.' },
    { text: 'The cell divides in two steps.' },
    { text: 'See Smith.' },
    { text: 'In a box' },
  ])
})

test('subtitles that roll up are read once', async () => {
  const cue = (at: number, ...lines: string[]) =>
    `00:00:0${at}.000 --> 00:00:0${at}.900\n${lines.join('\n')}\n`
  const vtt = [
    'WEBVTT\n',
    cue(0, 'hello world'),
    cue(1, 'hello world', 'this is'),
    cue(2, 'this is'),
    cue(3, 'this is', 'a test.'),
  ]
  expect(await textsOf('a.vtt', vtt.join('\n'))).toEqual(['hello world this is a test.'])
})

test('notebooks before format 4', async () => {
  const cells = [
    { cell_type: 'heading', level: 2, source: ['Sums'] },
    { cell_type: 'markdown', source: 'Add **them**.' },
    { cell_type: 'code', input: ['print(1)'], outputs: [{ output_type: 'stream', text: ['1\n'] }] },
  ]
  expect(await read('a.ipynb', JSON.stringify({ nbformat: 3, worksheets: [{ cells }] }))).toEqual([
    { text: 'Sums', heading: 2 },
    { text: 'Add them.' },
    { text: '```\nprint(1)\n```' },
    { text: '```\n1\n```' },
  ])
})
