import { describe, expect, it } from 'vitest'
import { bytesOf } from '../documents.testing.ts'
import { readDocument } from '../read-document.ts'

const texts = async (content: string) =>
  (await readDocument(bytesOf(content), { filename: 'a.html' })).blocks.map(({ text }) => text)

describe('formulas of a web page', () => {
  const msup = '<msup><mi>b</mi><mn>2</mn></msup>'

  it.each([
    [
      'fractions, roots and powers',
      `<mi>x</mi><mo>=</mo><mfrac><mrow><mo>-</mo><mi>b</mi><mo>±</mo><msqrt>${msup}<mo>-</mo><mn>4</mn><mi>a</mi><mi>c</mi></msqrt></mrow><mrow><mn>2</mn><mi>a</mi></mrow></mfrac>`,
      'x=(-b±√(b^2-4ac))/(2a)',
    ],
    [
      'limits, names and indexes',
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><mi>sin</mi><mo>\u2061</mo><msub><mi>x</mi><mi>i</mi></msub>',
      '∑_(i=1)^n sin x_i',
    ],
    [
      'tables and arrows',
      '<mover><mi>v</mi><mo>→</mo></mover><mo>=</mo><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable>',
      'v→=[1, 2; 3, 4]',
    ],
    [
      'the TeX beside the drawing once',
      `<semantics><mrow>${msup}</mrow><annotation encoding="application/x-tex">b^2</annotation></semantics>`,
      'b^2',
    ],
  ])('has %s', async (_, math, formula) => {
    expect(await texts(`<p>So <math>${math}</math> holds.</p>`)).toEqual([`So ${formula} holds.`])
  })

  it('has what MathJax draws from scripts, once, and formulas for screen readers', async () => {
    const drawn = '<span class="MathJax_Preview">v0</span><span class="MathJax"><nobr>v0</nobr></span>'
    expect(await texts(`<p>At ${drawn}<script type="math/tex">v_0</script> it starts.</p>`)).toEqual([
      'At \\(v_0\\) it starts.',
    ])
    const accessible =
      '<mjx-container class="MathJax"><svg></svg><mjx-assistive-mml><math><msub><mi>v</mi><mn>0</mn></msub></math></mjx-assistive-mml></mjx-container>'
    expect(await texts(`<p>At ${accessible} it starts.</p>`)).toEqual(['At v_0 it starts.'])
  })
})

describe('what a reader of a web page sees', () => {
  it('is numbered as in the browser', async () => {
    const list = '<li>Madrid</li><li>Paris</li>'
    expect(await texts(`<ol type="a">${list}</ol>`)).toEqual(['a. Madrid\nb. Paris'])
    expect(await texts(`<ol style="list-style-type: upper-roman" start="3">${list}</ol>`)).toEqual([
      'III. Madrid\nIV. Paris',
    ])
    expect(await texts(`<ol reversed>${list}</ol>`)).toEqual(['2. Madrid\n1. Paris'])
    expect(await texts('<ol start="0"><li>x</li><li value="7">y</li><li>z</li></ol>')).toEqual([
      '0. x\n7. y\n8. z',
    ])
  })

  it('has quotation marks, whole words, and sentences across names that Word marked', async () => {
    expect(
      await texts(
        '<p>Pho&shy;to<wbr>syn&shy;the&shy;sis in <st1:City w:st="on">Paris</st1:City> is <q>hard <b>work</b></q>.</p>',
      ),
    ).toEqual(['Photosynthesis in Paris is “hard work”.'])
    expect(
      await texts('<p><ruby>漢<rt>かん</rt>字<rp>(</rp><rt>じ</rt><rp>)</rp></ruby>を読む。</p>'),
    ).toEqual(['漢字を読む。'])
  })

  it('includes the questions of a test below a long text, and the source of a quotation', async () => {
    const filler =
      '<p>Cells divide, grow, move and die, and each of them comes from another cell.</p>'.repeat(20)
    const test = `<fieldset><legend>Question 1</legend><p>Which part holds the DNA?</p><div><input type="radio" id="r"><label for="r">Ribosome</label></div></fieldset>`
    const blocks = await texts(
      `<html><body><div><h1>Cells</h1>${filler}<blockquote><p>Every cell comes from a cell.</p><footer>Rudolf Virchow</footer></blockquote><form>${test}</form></div><footer>Contact</footer></body></html>`,
    )
    expect(blocks.slice(-5)).toEqual([
      'Every cell comes from a cell.',
      'Rudolf Virchow',
      'Question 1',
      'Which part holds the DNA?',
      'Ribosome',
    ])
  })
})

it('signs that begin no tag are read in linear time', async () => {
  const page = { filename: 'a.html', limits: { milliseconds: 12_000 } }
  const { blocks } = await readDocument(bytesOf(`<p>Leaves ${'< '.repeat(150_000)}</p>`), page)
  expect(blocks[0]?.text).toMatch(/^Leaves < </)
})
