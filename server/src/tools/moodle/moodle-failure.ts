/** A failure with a message for people. Any other error is a bug. */
export class MoodleFailure extends Error {
  /** The message with the host, for the trace and for admins. */
  readonly detail: string

  constructor(message: string, detail = message) {
    super(message)
    this.detail = detail
  }
}

/** Access is denied. The message does not reveal what exists. */
export class MoodleRefusal extends MoodleFailure {}

const NO_SUCH = 'Moodle has no such thing, or the token of this organization may not see it'
const TOO_BUSY = 'Moodle is down for maintenance or has too much to do; try again later'

/** Messages for Moodle's error codes, for the person who can fix the cause. */
const BY_CODE: Readonly<Record<string, string>> = {
  invalidtoken: 'Moodle does not accept the token of this organization',
  invalidtimedtoken: 'the token of this organization has expired in Moodle',
  servicenotavailable: 'the service of this organization’s token is turned off in Moodle',
  forbiddenwsuser: 'the user of this organization’s token may not use its service in Moodle',
  enablewsdescription: 'Moodle’s web services are turned off',
  sitemaintenance: TOO_BUSY,
  upgraderunning: TOO_BUSY,
  requireloginerror: 'the user of this organization’s Moodle token has no access to this course',
  invalidrecord: NO_SUCH,
  invalidrecordunknown: NO_SUCH,
  invalidcourseid: NO_SUCH,
  notingroup: NO_SUCH,
  dmlreadexception: 'Moodle has a fault in its database; its administrator can find it in its log',
}

const NOT_ALLOWED = new Set([
  'accessexception',
  'webservice_access_exception',
  'nopermissions',
  'nopermission',
  'required_capability_exception',
])

/** Uses our own message, because Moodle's may repeat the request. */
export function toFailure(errorcode: string, wsfunction: string, token: string): MoodleFailure {
  if (NOT_ALLOWED.has(errorcode))
    return new MoodleFailure(`the Moodle token of this organization has no access to ${wsfunction}`)
  const message = Object.hasOwn(BY_CODE, errorcode) ? BY_CODE[errorcode] : undefined
  if (message) return new MoodleFailure(message)
  const code = /^[\w-]{1,60}$/.test(errorcode) && !errorcode.includes(token) ? ` (${errorcode})` : ''
  return new MoodleFailure(`Moodle refused ${wsfunction}${code}`)
}

/** For responses that are not from Moodle's Web Services. */
export function toStatusFailure(status: number): MoodleFailure {
  if (status === 403)
    return new MoodleFailure('Moodle’s REST web services are turned off or block this server')
  if (status === 404) return new MoodleFailure('no Moodle found at the URL in the settings')
  if (status === 429 || status === 503) return new MoodleFailure(TOO_BUSY)
  return new MoodleFailure(`Moodle returned status ${status}`)
}
