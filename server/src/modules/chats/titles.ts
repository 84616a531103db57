const MAX_LENGTH = 35
const UNNAMED = 'New Chat'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** LAMB's rule: the first message up to 35 characters, cut between words, and when it was. Pure but for the time zone. */
export const toAutoTitle = (firstMessage: string, at: Date): string =>
  `${toStart(firstMessage) || UNNAMED} - ${toStamp(at)}`

/** Whether a chat was made before its first message and has had no better title since. */
export const isUnnamed = (title: string): boolean => /^New Chat - [A-Z][a-z]{2} \d\d \d\d:\d\d$/.test(title)

/** The title without the time that `toAutoTitle` adds. Pure. */
export const withoutTime = (title: string): string => title.replace(/ - [A-Z][a-z]{2} \d\d \d\d:\d\d$/, '')

function toStart(text: string): string {
  // More than enough of a long text, so that its rest is not gone through.
  const line = text.slice(0, 500).replace(/\s+/g, ' ').trim()
  const characters = [...line]
  if (characters.length <= MAX_LENGTH) return line
  const start = characters.slice(0, MAX_LENGTH).join('')
  if (characters[MAX_LENGTH] === ' ') return start
  const lastSpace = start.lastIndexOf(' ')
  return lastSpace > 0 ? start.slice(0, lastSpace) : start
}

const two = (number: number): string => String(number).padStart(2, '0')

const toStamp = (at: Date): string =>
  `${MONTHS[at.getMonth()]} ${two(at.getDate())} ${two(at.getHours())}:${two(at.getMinutes())}`
