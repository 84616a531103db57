export const en = {
  save: 'Save chart',
  png: 'Save as PNG',
  svg: 'Save as SVG',
  keys: 'Use the arrow keys to read the values.',
}

export type Texts = typeof en
