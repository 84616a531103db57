import { describe, expect, it } from 'vitest'
import { growthOf } from '../../platform/growth.testing.ts'
import { joinBlocks } from './document-text.ts'
import { bytesOf } from './documents.testing.ts'
import { isDeeperThan } from './html/html-depth.ts'
import { readDocument } from './read-document.ts'

const read = (content: string | Uint8Array, filename: string, contentType?: string) =>
  readDocument(typeof content === 'string' ? bytesOf(content) : content, {
    filename,
    ...(contentType === undefined ? {} : { contentType }),
  })
const texts = async (content: string | Uint8Array, filename: string, contentType?: string) =>
  (await read(content, filename, contentType)).blocks.map(({ text }) => text)

const latin1 = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const utf16 = (text: string, order: 'le' | 'be', mark = false) => {
  const bytes = Buffer.from(mark ? `\uFEFF${text}` : text, 'utf16le')
  return new Uint8Array(order === 'le' ? bytes : bytes.swap16())
}

describe('plain text', () => {
  const words = 'Ça va, año, però 😀 €'
  it.each([
    ['UTF-8', bytesOf(words), words],
    ['UTF-8 with a mark', bytesOf(`\uFEFF${words}`), words],
    ['UTF-16 LE with a mark', utf16(words, 'le', true), words],
    ['UTF-16 BE with a mark', utf16(words, 'be', true), words],
    ['UTF-16 LE without a mark', utf16(words, 'le'), words],
    ['UTF-16 BE without a mark', utf16(words, 'be'), words],
    [
      'UTF-16 LE without a mark, in Greek',
      utf16('Καλημέρα κόσμε, τι κάνεις;', 'le'),
      'Καλημέρα κόσμε, τι κάνεις;',
    ],
    [
      'UTF-16 BE without a mark, in Greek',
      utf16('Καλημέρα κόσμε, τι κάνεις;', 'be'),
      'Καλημέρα κόσμε, τι κάνεις;',
    ],
    [
      'UTF-16 LE without a mark, in Japanese',
      utf16('光合作用は植物が光のエネルギーを使う過程です。', 'le'),
      '光合作用は植物が光のエネルギーを使う過程です。',
    ],
    [
      'UTF-16 BE without a mark, in Japanese',
      utf16('光合作用は植物が光のエネルギーを使う過程です。', 'be'),
      '光合作用は植物が光のエネルギーを使う過程です。',
    ],
    ['Windows-1252 with its quotes', latin1('\x93caf\xe9\x94 \x96 5 \x80'), '“café” – 5 €'],
    ['Latin-1', latin1('ni\xf1o, pl\xe1tano, \xa1ol\xe9!'), 'niño, plátano, ¡olé!'],
  ])('reads %s', async (_, bytes, expected) => {
    expect(await texts(bytes, 'notes.txt')).toEqual([expected])
  })

  it('reads UTF-8 with a broken byte, or cut inside a character', async () => {
    const line = 'Año, corazón, pingüino, però, àvia, més: ñ ç. '
    const broken = Buffer.concat([Buffer.from(line), Buffer.from([0xff]), Buffer.from(line)])
    expect(await texts(broken, 'a.txt')).toEqual([`${line}\uFFFD${line}`.trim()])
    expect(await texts(broken, 'a.txt', 'text/plain; charset=iso-8859-1')).toEqual([
      `${line}\uFFFD${line}`.trim(),
    ])
    expect(await texts(Buffer.from(`${line}ñ`).subarray(0, -1), 'a.txt')).toEqual([`${line}\uFFFD`])
  })

  it('keeps surrogate pairs whole and replaces halves', async () => {
    const [whole] = await texts(utf16('a 😀 b and more words', 'le'), 'a.txt')
    expect(whole).toBe('a 😀 b and more words')
    const half = utf16('one two three X four', 'le', true)
    half[2 + 14 * 2] = 0x3d
    half[3 + 14 * 2] = 0xd8
    const [repaired] = await texts(half, 'a.txt')
    expect(repaired).not.toMatch(/\p{Surrogate}/u)
    expect(repaired).toContain('\uFFFD')
  })

  it('removes characters from escapes that can’t be stored', async () => {
    expect(await texts('{"a": "x\\u0000y\\ud83dz\\ud83d\\ude00"}', 'a.json')).toEqual(['a: xy\uFFFDz😀'])
  })

  it('splits paragraphs at blank lines and keeps line breaks', async () => {
    expect(await texts('one\r\ntwo\r\n \r\n\r\n\r\nthree\fnext page\n', 'a.txt')).toEqual([
      'one\ntwo',
      'three',
      'next page',
    ])
  })

  it('keeps every character at its position', async () => {
    const text = '\n \n  one  \n\ttwo\t\n\n\n \n\nthree\fnext page\n\n'
    const { blocks } = await read(text, 'a.txt')
    expect(joinBlocks(blocks).text).toBe(text.trimEnd())
    expect(blocks.map((block) => block.text)).toEqual(['  one  \n\ttwo', 'three', 'next page'])
  })

  it('refuses what is not text', async () => {
    const binary = Uint8Array.from({ length: 4000 }, (_, index) => (index * 7919) % 256)
    await expect(read(binary, 'a.txt')).rejects.toMatchObject({ code: 'unsupported' })
    await expect(read(binary, 'a')).rejects.toMatchObject({ code: 'unsupported' })
    const numbers = new Uint8Array(new Uint16Array(2000).map((_, index) => index % 9).buffer)
    await expect(read(numbers, 'a.txt')).rejects.toMatchObject({ code: 'unsupported' })
  })

  it('is not slower for a line of spaces', async () => {
    const growth = await growthOf((size) => texts(`a${' '.repeat(size)}b`, 'a.txt'), 100_000)
    expect(growth).toBeLessThan(10)
  })
})

describe('CSV', () => {
  it.each([
    ['commas', 'a,b\n1,"x, ""y""\nz"\n'],
    ['semicolons', 'a;b\n1;"x, ""y""\nz"\n'],
    ['tabs', 'a\tb\n1\t"x, ""y""\nz"\n'],
    ['a line that says so', 'sep=;\na;b\n1;"x, ""y""\nz"\n'],
  ])('finds %s', async (_, content) => {
    expect(await texts(content, 'a.csv')).toEqual(['| a | b |\n| --- | --- |\n| 1 | x, "y" z |'])
  })

  it('reads decimal commas, stray quotes, and ragged rows', async () => {
    expect(await texts('Name;Mark\nAnn;7,5\nBo "x";8\nCy', 'a.csv')).toEqual([
      '| Name | Mark |\n| --- | --- |\n| Ann | 7,5 |\n| Bo "x" | 8 |\n| Cy |  |',
    ])
    expect(await texts('a,b\n5" pipe,"open', 'a.csv')).toEqual([
      '| a | b |\n| --- | --- |\n| 5" pipe | "open |',
    ])
  })
})

describe('JSON', () => {
  it('writes paths, lists of words and one block per record', async () => {
    const content = JSON.stringify({
      course: { name: 'Biology', tags: ['cell', 'gene'] },
      units: [{ t: 'One' }, { t: 'Two', x: null }],
    })
    expect(await texts(content, 'a.json')).toEqual([
      'course.name: Biology\ncourse.tags: cell, gene',
      'units.1.t: One',
      'units.2.t: Two',
    ])
  })

  it('reads one value per line, and refuses broken or endlessly nested files', async () => {
    expect(await texts('{"a":1}\n{"a":2}\n', 'a.jsonl')).toEqual(['1.a: 1', '2.a: 2'])
    await expect(read('{"a":', 'a.json')).rejects.toMatchObject({ code: 'corrupt' })
    await expect(read(`${'['.repeat(50_000)}{}${']'.repeat(50_000)}`, 'a.json')).rejects.toMatchObject({
      code: 'expands_too_much',
    })
  })
})

describe('Markdown', () => {
  it('skips embedded image data, however long, and keeps alternative texts', async () => {
    const data = `data:image/png;base64,${'iVBORw0K'.repeat(20_000)}`
    const text = `See ![A leaf](${data} "t") here.\n\n<img alt="x" src="${data}">\n\n![b][r]\n\n[r]: ${data}`
    const { blocks } = await read(text, 'a.md')
    expect(blocks.map((block) => block.text)).toEqual(['See A leaf here.', 'b'])
  })

  it('has headings, respects code, and keeps front matter out', async () => {
    const content =
      '---\ntitle: "My course"\n---\n# One #\n\nText with *stars*, [link](http://x.y) and `# code`.\n\n```py\n# not a heading\n\nx = 1\n```\n\nTwo\n---\n\n> quoted'
    const document = await read(content, 'a.md')
    expect(document.title).toBe('My course')
    expect(document.blocks).toEqual([
      { text: 'One', heading: 1 },
      { text: 'Text with stars, link and # code.' },
      { text: '```py\n# not a heading\n\nx = 1\n```' },
      { text: 'Two', heading: 2 },
      { text: '> quoted' },
    ])
  })

  it('leaves formulas and names with underscores alone, numbers notes and rebuilds tables', async () => {
    expect(
      await texts(
        'Use $a_1 * b_2$ and snake_case_name.[^n]\n\n[^n]: The note.\n\n[ref]: http://x.y\n\n| a | b |\n|---|---|\n| *1* | 2 |',
        'a.md',
      ),
    ).toEqual([
      'Use $a_1 * b_2$ and snake_case_name.⁽¹⁾',
      '[1] The note.',
      '| a | b |\n| --- | --- |\n| 1 | 2 |',
    ])
  })

  it.each(['*', '_', '[', '`', '$', '![', '<a ', '~~', '**a ', '[a]('])(
    'takes time in proportion to hostile marks: %s',
    async (bad) => {
      expect(await growthOf((size) => texts(`# t\n\n${bad.repeat(size)}`, 'a.md'), 5000)).toBeLessThan(10)
    },
  )
})

describe('HTML', () => {
  const filler =
    'This sentence is long enough to look like the main text of a page, and it has commas, too. '.repeat(4)

  it('has headings, lists, tables and formulas; no scripts, menus or hidden text', async () => {
    const content = `<html><head><title>Page</title><script>bad()</script></head><body><nav>Menu</nav><main><h1>Top</h1><p>${filler}</p><p hidden>secret</p><p style="display:none">secret</p><ul><li>one<ul><li>deep</li></ul></li><li>two</li></ul><ol><li>first</li></ol><table><tr><th>a</th><th>b</th></tr><tr><td>10<sup>6</sup></td><td>x<br>y</td></tr></table><pre>a\n  b</pre></main><footer>Foot</footer></body></html>`
    const document = await read(content, 'a.html')
    expect(document.title).toBe('Page')
    expect(document.blocks).toEqual([
      { text: 'Top', heading: 1 },
      { text: filler.trim() },
      { text: '- one\n  - deep\n- two' },
      { text: '1. first' },
      { text: '| a | b |\n| --- | --- |\n| 10^6 | x y |' },
      { text: 'a\n  b' },
    ])
  })

  it.each(['main', 'article'])(
    'keeps the boxes of a textbook within its %s, not what stands beside',
    async (name) => {
      const box =
        '<aside class="note"><h3>Remember</h3><p>Osmosis moves water, and never the salt that is in it.</p></aside>'
      const text = `<${name}><h1>Top</h1><p>${filler}</p>${box}<p>${filler}</p></${name}>`
      const beside = '<aside><p>Our newest courses</p></aside><footer>Foot</footer>'
      const blocks = await texts(`<html><body><div>${text}${beside}</div></body></html>`, 'a.html')
      expect(blocks).toContain('Osmosis moves water, and never the salt that is in it.')
      expect(blocks.join()).not.toMatch(/newest|Foot/)
    },
  )

  it.each([
    ['its own word', latin1('<meta charset="windows-1252"><p>\x93caf\xe9\x94</p>'), undefined, '“café”'],
    ['the server’s word', latin1('<p>\xe1\xed</p>'), 'text/html; charset=iso-8859-7', 'αν'],
    ['no declaration', bytesOf('<p>año</p>'), undefined, 'año'],
  ])('takes the encoding from %s', async (_, bytes, contentType, expected) => {
    expect(await texts(bytes, 'page.html', contentType)).toEqual([expected])
  })

  it('puts spanning cells at their visible position, and the caption before the table', async () => {
    const table =
      '<table><caption>When</caption><tr><th rowspan=2>Day</th><th colspan=2>Time</th></tr><tr><th>from</th><th>to</th></tr><tr><td>Monday</td><td rowspan=2>8</td><td>9</td></tr><tr><td>Tuesday</td><td>10</td></tr></table>'
    expect(await texts(table, 'a.html')).toEqual([
      'When',
      '| Day | Time |  |\n| --- | --- | --- |\n|  | from | to |\n| Monday | 8 | 9 |\n| Tuesday |  | 10 |',
    ])
  })

  it('refuses a page that is nested too deeply', async () => {
    await expect(read('<b>'.repeat(200_000), 'a.html')).rejects.toMatchObject({ code: 'expands_too_much' })
    const flat = ['<div><p>x</div>', '<br>', '<li>x', '<path d="M0 0"/>', '<td>x<td>y', '</b>']
    for (const part of flat) expect(isDeeperThan(part.repeat(50), 5)).toBe(false)
    expect(isDeeperThan('<i class="x">'.repeat(6), 5)).toBe(true)
  })

  it('reads a page without a body, with broken or endlessly nested tags, and with layout tables', async () => {
    expect(await texts('<h2>Bit</h2>and <b>bold', 'a.html')).toEqual(['Bit', 'and bold'])
    expect(
      (await texts(`${'<div>'.repeat(20_000)}deep${'</div>'.repeat(20_000)}`, 'a.html')).join(''),
    ).toContain('deep')
    expect(
      await texts('<table><tr><td>Menu</td><td><h2>Title</h2><p>Body</p></td></tr></table>', 'a.html'),
    ).toEqual(['Menu', 'Title', 'Body'])
  })
})

describe('a file that is not what its name says', () => {
  it('is read by its content', async () => {
    expect((await read('<!doctype html><p>x</p>', 'page')).kind).toBe('html')
    expect((await read('{"a": 1}', 'data')).kind).toBe('json')
    expect((await read('text', 'README')).kind).toBe('text')
    expect((await read('# T', 'x', 'text/markdown')).kind).toBe('markdown')
    expect((await read('about %PDF-1.4 files', 'x.md')).kind).toBe('markdown')
  })

  it.each([
    ['words in a .pdf', 'not a PDF', 'x.pdf', 'corrupt'],
    ['words in a .docx', 'not a zip', 'x.docx', 'corrupt'],
    ['nothing', '', 'x.txt', 'empty'],
    ['blanks', ' \n\n ', 'x.txt', 'empty'],
    ['signs only', '--- ...', 'x.txt', 'empty'],
    ['an empty page', '<html><body></body></html>', 'x.html', 'empty'],
    ['an empty object', '{}', 'x.json', 'empty'],
  ])('fails cleanly: %s', async (_, content, filename, code) => {
    await expect(read(content, filename)).rejects.toMatchObject({ code })
  })
})
