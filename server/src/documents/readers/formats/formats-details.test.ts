import { describe, expect, test } from 'vitest'
import { joinBlocks } from '../document-text.ts'
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
      'E_α &= \\frac{a}{b}',
    ],
    [
      'symbols',
      'If $\\varepsilon\\leq 1$, then $f\\colon A \\to \\mathbb{R}, \\sin x \\neq y$ \\S 3 \\textgreater{} \\dag',
      'If $ε≤ 1$, then $f\\colon A → \\mathbb{R}, \\sin x ≠ y$ §3 > †',
    ],
    [
      'definitions of theorems and environments',
      '\\newtheorem{thm}{Theorem}[section]\n\\newtheorem{lem}[thm]{Lemma}\\newenvironment{claim}[1]{\\begin{thm} {\\bf\n:}\n}%\n  {\\end{thm}}\nEvery cell divides.',
      'Every cell divides.',
    ],
    [
      'lengths',
      '\\parindent=0pt\\setlength\\parskip{3pt plus 1pt}\\setlength{\\topsep}{0pt}\\vskip 1.5em plus 2pt Roots\\hskip 5mm grow. \\begin{itemize}\\item 5 cm a day\\end{itemize}',
      'Roots grow.\n- 5 cm a day',
    ],
    ['accents before a group', `A \\"o {\\ss} and \\'{e} {x} na\\"{\\i}ve \\\`a`, 'A ö ß and é x naïve à'],
    ['what is commented out', 'A\\iffalse hidden \\fi B\\begin{comment}\nhidden\n\\end{comment}', 'A B'],
    [
      'macros for words, also in the text and in each other',
      '\\newcommand{\\BW}{Bell\\wether}\\def\\wether{wether}\\newcommand{\\term}[1]{\\emph{#1}}\\BW{} has a \\term{stoma}.',
      'Bellwether has a stoma.',
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

test('LaTeX macros that contain each other many times end', async () => {
  const names = 'abcdefghij'
  const macros = [...names].map((name, at) => `\\def\\x${name}{${`\\x${names[at + 1] ?? 'z'}`.repeat(50)}}`)
  await expect(textsOf('a.tex', `${macros.join('\n')}\nStart \\xa end`)).resolves.toBeDefined()
})

test('LaTeX: titles of slides and environments, not their layout', async () => {
  const blocks = await read(
    'slides.tex',
    String.raw`\documentclass{beamer}
\newcommand{\term}[2]{\textbf{#1}: #2}
\begin{document}
\begin{frame}[fragile]{What is a \emph{cell}?}
\begin{itemize} \item<1->
 Photo\-synthesis\dots\ goes on \item<2-|alert@2> \term{Cell}{a unit} \end{itemize}
\begin{block}{Definition}Small.\end{block}
\begin{tcolorbox}[title=Remember, width=3cm]Later.\end{tcolorbox}
\begin{theorem}[Pythagoras]$a^2$\end{theorem}
\hypertarget{sec-1}{Left}\begin{longtable}[]{@{}ll@{}}a\end{longtable}\begin{minipage}[t]{0.5\textwidth}Left\end{minipage}\begin{algorithm}[htbp]Sort\end{algorithm}
\begin{tikzpicture}\draw (0,0) -- (1,1); \node[red] at (0,0) {Nucleus};\end{tikzpicture}
\begin{lstlisting}[language=Python]
print(1)
\end{lstlisting}
\end{frame}
\end{document}`,
  )
  expect(blocks).toEqual([
    { text: 'What is a cell?', heading: 4 },
    {
      text: '- Photosynthesis… goes on\n- Cell a unit\nDefinition\nSmall.\nRemember\nLater.\nPythagoras\n$a^2$\nLeft\na\nLeft\nSort\nNucleus\nprint(1)',
    },
  ])
})

describe('RTF', () => {
  test('quotes of Windows-1252', async () => {
    const blocks = await read('a.rtf', String.raw`{\rtf1\ansi\ansicpg1252 \'93yes\'94 5 \'80\par}`)
    expect(blocks[0]?.text).toBe('“yes” 5 €')
  })

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

  test('a backslash at the end of a line ends a paragraph', async () => {
    expect(await textsOf('a.rtf', '{\\rtf1 One.\\\nTwo\nthree.\\\r\nFour.}')).toEqual([
      'One.',
      'Twothree.',
      'Four.',
    ])
  })

  test('tables', async () => {
    const row = (...cells: string[]) =>
      `\\trowd\\cellx1\\cellx2${cells.map((cell) => `\\pard\\intbl ${cell}\\cell`).join('')}\\row`
    const rtf = `{\\rtf1 Marks:\\par ${row('Name', 'Mark')}${row('Ann', 'first\\par second')}\\pard After.\\par}`
    expect(await textsOf('a.rtf', rtf)).toEqual([
      'Marks:',
      '| Name | Mark |\n| --- | --- |\n| Ann | first second |',
      'After.',
    ])
  })

  test('old character sets, and text that is there twice', async () => {
    expect(await textsOf('a.rtf', "{\\rtf1\\mac caf\\'8e}")).toEqual(['café'])
    expect(await textsOf('a.rtf', "{\\rtf1\\pc caf\\'82}")).toEqual(['café'])
    expect(await textsOf('a.rtf', "{\\rtf1\\ansi\\ansicpg852 \\'fdek}")).toEqual(['řek'])
    expect(await textsOf('a.rtf', '{\\rtf1 A {\\upr{old}{\\*\\ud{\\u322?\\u243?d\\u378?}}}!}')).toEqual([
      'A łódź!',
    ])
  })

  test('a brace too many, and characters without a replacement', async () => {
    expect(await textsOf('a.rtf', '{\\rtf1 One.}} two {\\u8364}rest.')).toEqual(['One. two €rest.'])
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

describe('subtitles', () => {
  const cue = (from: number, text: string) => `00:00:0${from}.000 --> 00:00:0${from + 1}.000\n${text}`

  test('a cue with two speakers is divided between them', async () => {
    const vtt = `WEBVTT\n\n${cue(1, '<v Ada>Light becomes</v> <v Ben>Sugar?')}\n\n${cue(2, '- Where to?\n- To Dr. Smith')}`
    expect((await read('a.vtt', vtt)).map(({ text }) => text)).toEqual([
      'Ada: Light becomes',
      'Ben: Sugar?',
      '- Where to?',
      '- To Dr. Smith',
    ])
    const srt = `${cue(1, 'MARTA: Y también liberan')}\n\n${cue(2, 'PABLO: ¿Cuándo?\nMARTA: En 1789.')}`
    expect(await read('a.srt', srt)).toMatchObject([
      { text: 'MARTA: Y también liberan', time: '00:00:01' },
      { text: 'PABLO: ¿Cuándo?', time: '00:00:02' },
      { text: 'MARTA: En 1789.', time: '00:00:02' },
    ])
  })

  test('a lone < is text, readings above characters are not, and entities are decoded', async () => {
    const vtt = `WEBVTT\n\n${cue(1, 'If a < b and c > d, <00:00:01.500><c>Ann&#39;s</c> &quot;<ruby>漢<rt>kan</rt></ruby>字&quot; holds.')}`
    expect((await read('a.vtt', vtt))[0]?.text).toBe('If a < b and c > d, Ann\'s "漢字" holds.')
  })

  test('a line of blanks does not divide a cue of WebVTT', async () => {
    const vtt = `WEBVTT\n\n${cue(1, ' \nso<00:00:01.500><c> today</c>')}\n\n${cue(3, 'so today\n ')}`
    expect(await read('a.vtt', vtt)).toEqual([{ text: 'so today', time: '00:00:01' }])
  })

  test('without empty lines between cues, with short times and hidden cues', async () => {
    const blocks = await read(
      'a.srt',
      '1\n0:0:1.5 --> 0:0:2\nOne.\n2\n00:00:03,000-->00:00:04,000\nTwo.\n\n3\n00:01:00 --> 00:01:02\nThree in 1999\n',
    )
    expect(blocks.map(({ text, time }) => [time, text])).toEqual([
      ['00:00:01', 'One.'],
      ['00:00:03', 'Two.'],
      ['00:01:00', 'Three in 1999'],
    ])
    const vtt = 'WEBVTT\n\nNOTE\n00:01.000 --> 00:02.000\nNot shown.\n\n00:03.000 --> 00:04.000\nShown.\n'
    expect(await textsOf('a.vtt', vtt)).toEqual(['Shown.'])
  })
})

describe('mail', () => {
  test('forwarded mails and attached texts are read, also without a file name', async () => {
    const inner = (text: string) =>
      `From: c@example.edu\r\nTo: d@example.edu\r\nSubject: Volcanoes\r\n\r\n${text}\r\n`
    const part = (type: string, text: string) =>
      `--b\r\nContent-Type: ${type}\r\nContent-Disposition: attachment\r\n\r\n${text}\r\n`
    const eml = `From: a@example.edu\r\nTo: b@example.edu\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nSee below.\r\n${part('message/rfc822', inner('Magma rises.'))}${part('text/plain', 'Lava cools.')}${part('image/png', 'x')}--b--\r\n`
    expect((await read('a.eml', eml)).map(({ text }) => text)).toEqual([
      expect.stringContaining('From: a@example.edu'),
      'See below.',
      'Attachment: Volcanoes',
      'From: c@example.edu\nTo: d@example.edu\nSubject: Volcanoes',
      'Magma rises.',
      'Attachment: text/plain',
      'Lava cools.',
    ])
  })

  test('in Windows-1252 keep their quotes and dashes', async () => {
    const eml = Buffer.from(
      'From: a@example.edu\nTo: b@example.edu\nContent-Type: text/html; charset=windows-1252\n\n<p>Caf\xe9 \x96 \x93yes\x94 5 \x80</p>',
      'latin1',
    )
    expect((await read('a.eml', eml)).at(-1)?.text).toBe('Café – “yes” 5 €')
  })

  test('without a charset, in that of an older computer', async () => {
    const mail = Buffer.from('Subject: Été\r\nFrom: a@b.c\r\nTo: d@e.f\r\n\r\nL’été est là.\r\n', 'latin1')
    // A curly quote in Windows-1252.
    mail[mail.lastIndexOf('L') + 1] = 0x92
    expect((await textsOf('a.eml', mail)).at(-1)).toBe('L’été est là.')
  })

  test('the text of an attachment is a paragraph of its own', async () => {
    const mail = [
      'Subject: Notes',
      'Content-Type: multipart/mixed; boundary="b"',
      '',
      '--b',
      'Content-Type: text/plain; charset=utf-8',
      'Content-Disposition: attachment; filename="a.txt"',
      '',
      'Roots drink.',
      '',
      'Leaves breathe.',
      '--b--',
    ].join('\r\n')
    const { text } = joinBlocks(await read('a.eml', mail))
    expect(text).toBe('Attachment: a.txt\n\nRoots drink.\n\nLeaves breathe.')
  })
})

describe('EPUB', () => {
  const book = (spine: string, parts: Record<string, string>) =>
    zipOf({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': '<container><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>',
      'c.opf': `<package><manifest><item id="n" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
        <item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest>${spine}</package>`,
      'nav.xhtml': '<html><body><p>Contents</p></body></html>',
      'a.xhtml': '<html><body><p>Roots drink.</p></body></html>',
      ...parts,
    })
  const locked = (part: string) =>
    `<encryption><EncryptedData><CipherData><CipherReference URI="${part}"/></CipherData></EncryptedData></encryption>`

  test('without an order of reading', async () => {
    expect(await textsOf('a.epub', await book('<spine/>', {}))).toEqual(['Roots drink.'])
  })

  test('with copy protection says so; protected fonts do not matter', async () => {
    const spine = '<spine><itemref idref="a"/></spine>'
    const protectedBook = await book(spine, { 'META-INF/encryption.xml': locked('a.xhtml') })
    await expect(textsOf('a.epub', protectedBook)).rejects.toMatchObject({
      code: 'unsupported',
      userMessage: { code: 'documents.copy_protected' },
    })
    const fonts = await book(spine, { 'META-INF/encryption.xml': locked('font.otf') })
    expect(await textsOf('a.epub', fonts)).toEqual(['Roots drink.'])
  })
})

test('outputs of notebooks are what is shown, not the names of objects', async () => {
  const data = [
    { 'image/png': 'iVBORw0KGgo=', 'text/plain': ['<Figure size 640x480 with 1 Axes>'] },
    { 'text/markdown': ['**Mean**: 42'], 'text/plain': ['<IPython.core.display.Markdown object>'] },
    { 'text/plain': ['<b>7</b>'] },
  ]
  const outputs = data.map((shown) => ({ output_type: 'display_data', data: shown }))
  const cells = [{ cell_type: 'code', source: 'plot()', outputs }]
  expect(await textsOf('a.ipynb', JSON.stringify({ nbformat: 4, cells }))).toEqual([
    '```\nplot()\n```',
    'Mean: 42',
    '```\n<b>7</b>\n```',
  ])
})
