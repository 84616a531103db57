import { describe, expect, test } from 'vitest'
import { bytesOf, zipOf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'
import { UnreadableDocument } from '../unreadable-document.ts'

const read = (filename: string, content: string | Uint8Array) =>
  readDocument(typeof content === 'string' ? bytesOf(content) : content, { filename })
const textsOf = async (filename: string, content: string | Uint8Array) =>
  (await read(filename, content)).blocks.map(({ text }) => text)

describe('e-mails', () => {
  const eml = [
    'From: =?utf-8?Q?Ada_L=C3=B3pez?= <ada@example.edu>',
    'To: Ben <ben@example.edu>, cat@example.edu',
    'Date: Mon, 02 Nov 2026 10:00:00 +0000',
    'Subject: Field trip',
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/html; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    '<h1>Plan</h1><p>We meet at the caf=E9.</p>',
    '--b',
    'Content-Type: text/csv; name="list.csv"',
    'Content-Disposition: attachment; filename="list.csv"',
    '',
    'Name,Bus',
    'Ada,2',
    '--b',
    'Content-Type: application/pdf; name="broken.pdf"',
    'Content-Disposition: attachment; filename="broken.pdf"',
    '',
    'not a PDF',
    '--b--',
    '',
  ].join('\r\n')

  test('have headers, a body in its charset, and attachments', async () => {
    const { title, blocks, warnings } = await read('trip.eml', eml)
    expect(title).toBe('Field trip')
    expect(blocks.map(({ text }) => text)).toEqual([
      'From: Ada López <ada@example.edu>\nTo: Ben <ben@example.edu>, cat@example.edu\nDate: 2026-11-02T10:00:00.000Z\nSubject: Field trip',
      'Plan',
      'We meet at the café.',
      'Attachment: list.csv',
      '| Name | Bus |\n| --- | --- |\n| Ada | 2 |',
      'Attachment: broken.pdf',
    ])
    expect(warnings?.[0]).toMatchObject({
      code: 'document_warnings.attachment_not_read',
      params: { name: 'broken.pdf', reason: { code: expect.stringMatching(/^documents\./) } },
    })
  })

  test('web pages saved as one file have no headers', async () => {
    const page = [
      'From: <Saved by Blink>',
      'Snapshot-Content-Location: https://example.edu/',
      'Subject: Light',
      'Content-Type: multipart/related; type="text/html"; boundary="b"',
      '',
      '--b',
      'Content-Type: text/html',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      '<html><body><p>La fotos=C3=ADntesi fa =',
      'sucre.</p></body></html>',
      '--b--',
    ].join('\r\n')
    expect(await textsOf('page.mhtml', page)).toEqual(['La fotosíntesi fa sucre.'])
  })

  test.each([
    ['random bytes', Buffer.from(Array.from({ length: 3000 }, (_, at) => (at * 7919) % 256))],
    ['text without headers', 'just a text, without anything else'],
    ['headers without a body', 'Subject:\r\n\r\n'],
    [
      'nested without end',
      `Subject: a\r\n${'Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n'.repeat(5000)}`,
    ],
  ])('%s are refused', async (_what, content) => {
    await expect(readDocument(Buffer.from(content), { filename: 'a.eml' })).rejects.toBeInstanceOf(
      UnreadableDocument,
    )
  })
})

describe('subtitles', () => {
  const vtt = `WEBVTT

NOTE a remark

1
00:00:01.000 --> 00:00:03.000
<v Ada>Plants turn light

00:00:03.000 --> 00:00:05.000
<v Ada>into <b>sugar</b> &amp; oxygen.

00:00:05.000 --> 00:00:06.000 align:start
<v Ben>Why?

01:02:03.500 --> 01:02:05.000
<v Ada>Because of chlorophyll.
`
  test('have speakers, times, and sentences joined over cues', async () => {
    expect((await read('talk.vtt', vtt)).blocks).toEqual([
      { text: 'Ada: Plants turn light into sugar & oxygen.', time: '00:00:01' },
      { text: 'Ben: Why?', time: '00:00:05' },
      { text: 'Ada: Because of chlorophyll.', time: '01:02:03' },
    ])
  })

  test('captions without punctuation still have times', async () => {
    const cues = Array.from(
      { length: 9 },
      (_, at) => `00:00:${String(at * 6).padStart(2, '0')}.000 --> 00:01:00.000\nword ${at}`,
    )
    expect((await read('talk.vtt', `WEBVTT\n\n${cues.join('\n\n')}`)).blocks).toEqual([
      { text: 'word 0 word 1 word 2 word 3', time: '00:00:00' },
      { text: 'word 4 word 5 word 6 word 7', time: '00:00:24', continues: true },
      { text: 'word 8', time: '00:00:48', continues: true },
    ])
  })

  test('SubRip, with Windows line ends and repeated lines', async () => {
    const srt =
      '1\r\n00:00:01,000 --> 00:00:02,000\r\nHello\r\n\r\n2\r\n00:00:02,000 --> 00:00:03,000\r\nHello\r\n\r\n3\r\n00:00:03,000 --> 00:00:04,000\r\n<i>world.</i>'
    expect(await textsOf('talk.srt', srt)).toEqual(['Hello world.'])
  })

  test('without a cue are refused', async () => {
    await expect(read('talk.srt', 'no cues here')).rejects.toMatchObject({ code: 'empty' })
  })
})

describe('Jupyter notebooks', () => {
  const notebook = (cells: unknown[]) =>
    JSON.stringify({ cells, metadata: { language_info: { name: 'python' } }, nbformat: 4 })

  test('have text, code and outputs, and no base64', async () => {
    const text = notebook([
      { cell_type: 'markdown', source: ['# Statistics\n', '\n', 'The mean of a sample.'] },
      {
        cell_type: 'code',
        source: 'print(mean)',
        outputs: [
          { output_type: 'stream', text: ['4.2\n'] },
          { output_type: 'display_data', data: { 'image/png': 'iVBORw0KGgo=', 'text/plain': '<Figure>' } },
          { output_type: 'error', ename: 'ValueError', evalue: 'no sample' },
        ],
      },
    ])
    const { blocks } = await read('a.ipynb', text)
    expect(blocks[0]).toMatchObject({ text: 'Statistics', heading: 1 })
    const all = blocks.map((block) => block.text)
    expect(all).toContain('```python\nprint(mean)\n```')
    expect(all.join('\n')).toContain('4.2')
    expect(all.join('\n')).toContain('ValueError: no sample')
    expect(all.join('\n')).not.toContain('iVBOR')
  })

  test('that are not notebooks are refused', async () => {
    await expect(read('a.ipynb', '{"cells": 5}')).rejects.toMatchObject({ code: 'corrupt' })
    await expect(read('a.ipynb', '{')).rejects.toMatchObject({ code: 'corrupt' })
  })
})

test('LaTeX: text and headings, not commands', async () => {
  const latex = String.raw`\documentclass[a4paper]{article}
\usepackage{amsmath} % packages
\title{On \emph{Leaves}}
\begin{document}
\maketitle
\section{Caf\'e and light}\label{sec:light}
Chlorophyll~absorbs \textbf{red} light, see \cite[p.~3]{smith2020}. It costs 5\%.

\subsection*{Energy}
The energy is $E = mc^2$ here.
\begin{itemize}
  \item First point
  \item Second point
\end{itemize}
\end{document}
ignored`
  const document = await read('paper.tex', latex)
  expect(document.title).toBe('On Leaves')
  expect(document.blocks).toMatchObject([
    { text: 'Café and light', heading: 2 },
    { text: 'Chlorophyll absorbs red light, see . It costs 5%.' },
    { text: 'Energy', heading: 3 },
    { text: 'The energy is $E = mc^2$ here.\n- First point\n- Second point' },
  ])
})

describe('RTF', () => {
  test('has paragraphs, accents and Unicode, and no fonts or pictures', async () => {
    const rtf = String.raw`{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Times New Roman;}}{\*\generator Word;}{\info{\title T}}
\f0 The \b caf\'e9\b0  is \u8364? 5.\par Second {\i paragraph}.{\pict\pngblip 89504e47}\par \{braces\}}`
    expect(await textsOf('a.rtf', rtf)).toEqual(['The café is € 5.', 'Second paragraph.', '{braces}'])
  })

  test('nested without end is refused', async () => {
    await expect(read('a.rtf', `{\\rtf1 ${'{'.repeat(5000)}`)).rejects.toMatchObject({ code: 'corrupt' })
  })

  test('that is something else is refused', async () => {
    await expect(read('a.rtf', 'plain text')).rejects.toMatchObject({ code: 'corrupt' })
  })
})

describe('OpenDocument', () => {
  const odf = (body: string) =>
    zipOf({
      mimetype: 'application/vnd.oasis.opendocument.text',
      'content.xml': `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="tb" xmlns:draw="d"><office:body>${body}</office:body></office:document-content>`,
    })

  test('text: headings, paragraphs, lists and tables', async () => {
    const bytes = await odf(`<office:text>
      <text:h text:outline-level="2">Leaves</text:h>
      <text:p>They are <text:span>very</text:span> green<text:s text:c="2"/>indeed.<office:annotation><text:p>remark</text:p></office:annotation></text:p>
      <text:list><text:list-item><text:p>One</text:p></text:list-item></text:list>
      <table:table table:name="T1"><table:table-row><table:table-cell><text:p>A</text:p></table:table-cell><table:table-cell><text:p>B</text:p></table:table-cell></table:table-row></table:table>
    </office:text>`)
    expect((await read('a.odt', bytes)).blocks).toEqual([
      { text: 'Leaves', heading: 2 },
      { text: 'They are very green  indeed.' },
      { text: 'One' },
      { text: '| A | B |\n| --- | --- |' },
    ])
  })

  test('presentations carry the slide, spreadsheets the sheet', async () => {
    const slides = await odf(
      '<office:presentation><draw:page><text:p>First</text:p></draw:page><draw:page><text:p>Second</text:p></draw:page></office:presentation>',
    )
    expect((await read('a.odp', slides)).blocks).toEqual([
      { text: 'First', slide: 1 },
      { text: 'Second', slide: 2 },
    ])
    const sheets = await odf(
      '<office:spreadsheet><table:table table:name="Marks"><table:table-row><table:table-cell><text:p>Ada</text:p></table:table-cell><table:table-cell table:number-columns-repeated="16000"/></table:table-row></table:table></office:spreadsheet>',
    )
    expect((await read('a.ods', sheets)).blocks).toEqual([
      { text: 'Marks', heading: 1, sheet: 'Marks' },
      { text: '| Ada |\n| --- |', sheet: 'Marks' },
    ])
  })

  test('cells stay in their columns, and tables in cells become text', async () => {
    const cell = (text: string, more = '') =>
      `<table:table-cell${more}><text:p>${text}</text:p></table:table-cell>`
    const row = (cells: string) => `<table:table-row>${cells}</table:table-row>`
    const header = row(['Name', 'Date', 'Group', 'Mark'].map((text) => cell(text)).join(''))
    const gap = '<table:table-cell table:number-columns-repeated="2"/>'
    const sheet = await odf(
      `<office:spreadsheet><table:table table:name="M">${header}${row(`${cell('Ada')}${gap}${cell('9')}<table:table-cell table:number-columns-repeated="1020"/>`)}</table:table></office:spreadsheet>`,
    )
    expect((await textsOf('a.ods', sheet)).at(-1)).toContain('| Ada |  |  | 9 |')
    const inner = `<table:table>${row(cell('in') + cell('side'))}</table:table>`
    const nested = await odf(
      `<office:text><table:table>${row(`<table:table-cell><text:p>before</text:p>${inner}<text:p>after</text:p></table:table-cell>${cell('next')}`)}</table:table></office:text>`,
    )
    expect(await textsOf('a.odt', nested)).toEqual(['| before in side after | next |\n| --- | --- |'])
  })

  test('hidden sheets are left out, and that is said', async () => {
    const sheet = (name: string, style: string) =>
      `<table:table table:name="${name}" table:style-name="${style}"><table:table-row><table:table-cell><text:p>in ${name}</text:p></table:table-cell></table:table-row></table:table>`
    const styles =
      '<office:automatic-styles><style:style style:name="a"><style:table-properties table:display="true"/></style:style><style:style style:name="b"><style:table-properties table:display="false"/></style:style></office:automatic-styles>'
    const { blocks, warnings } = await read(
      'a.ods',
      await odf(
        `${styles}<office:spreadsheet>${sheet('Keys', 'b')}${sheet('Tasks', 'a')}</office:spreadsheet>`,
      ),
    )
    expect(blocks.map(({ text }) => text)).toEqual(['Tasks', '| in Tasks |\n| --- |'])
    expect(warnings).toMatchObject([{ code: 'document_warnings.hidden_sheets', params: { sheets: 'Keys' } }])
  })

  test('that expands too much or is damaged is refused', async () => {
    const bomb = await odf(`<office:text><text:p>${'a'.repeat(60_000_000)}</text:p></office:text>`)
    await expect(read('a.odt', bomb)).rejects.toMatchObject({ code: 'expands_too_much' })
    await expect(read('a.odt', await odf('<office:text><text:p>'))).rejects.toMatchObject({ code: 'corrupt' })
    await expect(read('a.odt', 'not a zip')).rejects.toMatchObject({ code: 'corrupt' })
  })
})

describe('EPUB', () => {
  const epub = (opf: string, chapters: Record<string, string>) =>
    zipOf({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
      'OEBPS/book.opf': opf,
      ...chapters,
    })
  const OPF = `<package><metadata><dc:title xmlns:dc="d">A book</dc:title></metadata><manifest>
    <item id="b" href="two.xhtml"/><item id="a" href="one%20.xhtml"/></manifest>
    <spine><itemref idref="a"/><itemref idref="b"/><itemref idref="missing"/></spine></package>`

  test('has its chapters in order', async () => {
    const bytes = await epub(OPF, {
      'OEBPS/one .xhtml': '<html><body><h1>One</h1><p>The first chapter.</p></body></html>',
      'OEBPS/two.xhtml': '<html><body><h1>Two</h1><p>The second chapter.</p></body></html>',
    })
    const document = await read('a.epub', bytes)
    expect(document.title).toBe('A book')
    expect(document.blocks.map(({ text }) => text)).toEqual([
      'One',
      'The first chapter.',
      'Two',
      'The second chapter.',
    ])
  })

  test('without its list of contents is refused', async () => {
    const bytes = await zipOf({
      mimetype: 'application/epub+zip',
      'META-INF/container.xml':
        '<container><rootfile full-path="../../../modules/knowledge/etc/passwd"/></container>',
    })
    await expect(read('a.epub', bytes)).rejects.toMatchObject({ code: 'corrupt' })
  })
})
