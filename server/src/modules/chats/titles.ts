const MAX_LENGTH = 35
const UNNAMED = 'New Chat'
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/**
 * LAMB's rule: the first message, cut between words after at most 35 characters, and the time. Pure except for the
 * time zone.
 */
export const toAutoTitle = (firstMessage: string, at: Date): string =>
  `${toStart(firstMessage) || UNNAMED} - ${toStamp(at)}`

/** Whether the chat was created before its first message and still has its initial title. */
export const isUnnamed = (title: string): boolean => /^New Chat - [A-Z][a-z]{2} \d\d \d\d:\d\d$/.test(title)

/** The title without the time that `toAutoTitle` adds. Pure. */
export const withoutTime = (title: string): string => title.replace(/ - [A-Z][a-z]{2} \d\d \d\d:\d\d$/, '')

function toStart(text: string): string {
  // More than enough; the rest of a long text is not read.
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
