import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

type Color = readonly [red: number, green: number, blue: number]

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const TEXT = 4.5
const OUTLINE = 3

function readTokens(selector: string): Map<string, string> {
  const block = css.slice(css.indexOf(`${selector} {`)).split('}')[0] ?? ''
  return new Map(
    [...block.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  )
}

const parse = (hex: string): Color => {
  expect(hex).toMatch(/^#[\da-f]{6}$/)
  const at = (from: number) => Number.parseInt(hex.slice(from, from + 2), 16)
  return [at(1), at(3), at(5)]
}

/** Relative luminance and contrast as WCAG 2 defines them. */
const luminance = (color: Color): number => {
  const [red, green, blue] = color.map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
const contrast = (a: Color, b: Color): number => {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** A colour at this opacity on another one. */
const over = (color: Color, opacity: number, under: Color): Color =>
  color.map((value, at) => value * opacity + (under[at] ?? 0) * (1 - opacity)) as unknown as Color

describe.each([
  ['light', ':root'],
  ['dark', ':root[data-theme="dark"]'],
])('the colours of the %s theme', (_theme, selector) => {
  const tokens = readTokens(selector)
  const color = (name: string) => parse(tokens.get(name) ?? '')
  const hues = [...tokens.keys()].filter((name) => name.startsWith('hue-'))
  const inks = ['ink', 'ink-2', 'ink-3', 'accent', 'good', 'warn', 'bad', ...hues]
  const papers = ['paper', 'surface', 'sunken']

  it('are all there', () => expect(hues.length).toBeGreaterThan(5))

  it.each(inks.flatMap((ink) => papers.map((paper) => [ink, paper] as const)))(
    '%s can be read on %s',
    (ink, paper) => expect(contrast(color(ink), color(paper))).toBeGreaterThanOrEqual(TEXT),
  )

  it.each(hues.flatMap((hue) => papers.map((paper) => [hue, paper] as const)))(
    '%s can be read on its tint on %s',
    (hue, paper) => {
      const tint = over(color(hue), Number.parseFloat(tokens.get('tint') ?? '') / 100, color(paper))
      expect(contrast(color(hue), tint)).toBeGreaterThanOrEqual(TEXT)
    },
  )

  it.each([
    ['on-accent', 'accent'],
    ['on-accent', 'accent-strong'],
    ['accent', 'accent-soft'],
    ['good', 'good-soft'],
    ['warn', 'warn-soft'],
    ['bad', 'bad-soft'],
    ['ink', 'accent-soft'],
    ['ink-2', 'accent-soft'],
  ])('%s can be read on %s', (ink, paper) =>
    expect(contrast(color(ink), color(paper))).toBeGreaterThanOrEqual(TEXT),
  )

  it.each(papers)('the focus is visible on %s', (paper) =>
    expect(contrast(color('focus'), color(paper))).toBeGreaterThanOrEqual(OUTLINE),
  )
})
