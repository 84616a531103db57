import { type Message, say } from '@bellwether/wire'
import { ToolFailure } from '../tool-failure.ts'

export class MoodleFailure extends ToolFailure {}

/** Access is denied. The message does not reveal what exists. */
export class MoodleRefusal extends MoodleFailure {}

const NOT_VISIBLE = say('reasons.moodle_not_visible')
const TOO_BUSY = say('reasons.moodle_busy')

/** Messages for Moodle's error codes, for the person who can fix the cause. */
const BY_CODE: Readonly<Record<string, Message>> = {
  invalidtoken: say('reasons.moodle_token_rejected'),
  invalidtimedtoken: say('reasons.moodle_token_expired'),
  servicenotavailable: say('reasons.moodle_service_off'),
  forbiddenwsuser: say('reasons.moodle_user_not_allowed'),
  enablewsdescription: say('reasons.moodle_services_off'),
  sitemaintenance: TOO_BUSY,
  upgraderunning: TOO_BUSY,
  requireloginerror: say('reasons.moodle_no_course_access'),
  invalidrecord: NOT_VISIBLE,
  invalidrecordunknown: NOT_VISIBLE,
  invalidcourseid: NOT_VISIBLE,
  notingroup: NOT_VISIBLE,
  dmlreadexception: say('reasons.moodle_database'),
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
    return new MoodleFailure(say('reasons.moodle_no_access', { function: wsfunction }))
  const message = Object.hasOwn(BY_CODE, errorcode) ? BY_CODE[errorcode] : undefined
  if (message) return new MoodleFailure(message)
  const isSafe = /^[\w-]{1,60}$/.test(errorcode) && !errorcode.includes(token)
  return new MoodleFailure(
    isSafe
      ? say('reasons.moodle_refused_with_code', { function: wsfunction, code: errorcode })
      : say('reasons.moodle_refused', { function: wsfunction }),
  )
}

/** For responses that are not from Moodle's Web Services. */
export function toStatusFailure(status: number): MoodleFailure {
  if (status === 403) return new MoodleFailure(say('reasons.moodle_rest_off'))
  if (status === 404) return new MoodleFailure(say('reasons.moodle_not_at_url'))
  if (status === 429 || status === 503) return new MoodleFailure(TOO_BUSY)
  return new MoodleFailure(say('reasons.moodle_status', { status }))
}
