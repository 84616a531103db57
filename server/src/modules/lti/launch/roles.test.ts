import { describe, expect, it } from 'vitest'
import { courseRoleOf, splitRoles } from './roles.ts'

const V2 = 'http://purl.imsglobal.org/vocab/lis/v2'

describe('roles in a course', () => {
  it.each([
    ['Instructor'],
    ['instructor'],
    ['Teacher'],
    ['TeachingAssistant'],
    ['ContentDeveloper'],
    ['Administrator'],
    ['urn:lti:role:ims/lis/Instructor'],
    ['urn:lti:role:ims/lis/TeachingAssistant'],
    ['urn:lti:role:ims/lis/Instructor/PrimaryInstructor'],
    ['urn:lti:instrole:ims/lis/Administrator'],
    ['urn:lti:sysrole:ims/lis/SysAdmin'],
    [`${V2}/membership#Instructor`],
    [`${V2}/membership/Instructor#TeachingAssistant`],
    [`${V2}/membership#ContentDeveloper`],
    [`${V2}/institution/person#Administrator`],
    ['Learner,Instructor'],
    // A teacher of the institution without a role in this course.
    [`${V2}/institution/person#Instructor`],
    ['urn:lti:instrole:ims/lis/Faculty'],
  ])('%s is staff', (roles) => expect(courseRoleOf(splitRoles(roles))).toBe('staff'))

  it.each([
    ['Learner'],
    ['Student'],
    ['urn:lti:role:ims/lis/Learner'],
    [`${V2}/membership#Learner`],
    [`${V2}/membership#Mentor`],
    [''],
    // Teaches elsewhere, and is a student here.
    [`${V2}/membership#Learner,${V2}/institution/person#Instructor`],
    ['Learner,urn:lti:instrole:ims/lis/Instructor'],
    // Names of other vocabularies that only contain the word.
    ['https://evil.example/Instructor'],
    ['NonInstructor'],
  ])('%s is a student', (roles) => expect(courseRoleOf(splitRoles(roles))).toBe('student'))

  it('recognizes test users, whatever else they are', () => {
    const test = 'http://purl.imsglobal.org/vocab/lti/system/person#TestUser'
    expect(courseRoleOf([`${V2}/membership#Learner`, test])).toBe('test')
    expect(courseRoleOf([`${V2}/membership#Instructor`, test])).toBe('test')
  })
})
