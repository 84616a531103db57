import { plural } from '$lib/i18n/plural.ts'

const asked = (questions: number, people: number): string =>
  `${plural('en', questions, { one: '# question', other: '# questions' })} · ${plural('en', people, { one: '# person', other: '# people' })}`

export const en = {
  title: 'Activity',
  assistants: 'Assistants',
  edit: 'Edit assistant',
  range: 'Period',
  ranges: { 7: '7 days', 30: '30 days', 90: '90 days', 365: '1 year' },
  course: 'Course',
  allCourses: 'All courses',
  tabs: {
    overview: 'Overview',
    topics: 'Topics',
    unanswered: 'Unanswered',
    conversations: 'Conversations',
  },
  policies: {
    off: 'Your organization shows figures only. Conversations and examples are hidden.',
    pseudonymous:
      'Students appear under pseudonyms. What they write can still reveal who they are, so treat conversations as confidential. Students can hide questions.',
    named:
      'You see the names of students who agreed to it, and pseudonyms of the others. What they write can still reveal who they are, so treat conversations as confidential. Students can hide questions.',
  },
  emptyTitle: 'No questions yet',
  emptyText:
    'Once students use this assistant, you’ll see here what they ask and how often. Your own questions aren’t counted.',
  questions: 'Questions',
  people: 'People',
  conversations: 'Conversations',
  unansweredCount: 'Without an answer',
  ratings: 'Ratings',
  thumbs: (up: string, down: string) => `${up} good, ${down} bad`,
  perDay: 'Questions per day',
  chart: (total: string, highest: string) =>
    `Bar chart: ${total} questions, at most ${highest} on one day. The table below has the figures.`,
  asTable: 'Show as a table',
  day: 'Day',
  namedPeople: 'People who show their name',
  mostCited: 'Most cited documents',
  noCited: 'No answer has cited a document yet.',
  neverCited: 'Documents that were never cited',
  neverCitedText: 'They may be hard to find, or no one has asked about them.',
  allCited: 'All documents were cited at least once.',
  answers: (count: number) => plural('en', count, { one: '# answer', other: '# answers' }),
  more: (count: number) => plural('en', count, { one: 'and # more', other: 'and # more' }),
  rubric: (title: string) => `Results: ${title}`,
  level: 'Level',
  share: 'Share',
  works: 'Submissions',
  footnote:
    'Owners, admins and colleagues are not counted, and neither are questions from other apps through the API. Days are in UTC.',
  topicsText:
    'Questions grouped by the words they share. Topics of fewer than three people are not shown. Names of students and contact details are removed from examples.',
  writeTitles: 'Write titles with AI',
  writingTitles: 'Writing titles…',
  writeTitlesText: 'The default model names each topic. It only gets the words and examples below.',
  noTopicsTitle: 'No topics yet',
  noTopicsText: 'A topic appears when at least three people ask about the same thing.',
  asked,
  ungrouped: (count: number) =>
    plural('en', count, {
      one: 'One more question is not part of a topic with three or more people.',
      other: '# more questions are not part of a topic with three or more people.',
    }),
  unansweredText:
    'Questions that the material couldn’t answer, or whose answer said so. Add material, or write the answer: it becomes a document of the knowledge base.',
  allAnsweredTitle: 'No unanswered questions',
  allAnsweredText: 'The material covered every question in this period.',
  lastAsked: (day: string) => `last asked ${day}`,
  writeAnswer: 'Write the answer',
  addMaterial: 'Add material',
  addToTests: 'Add to tests',
  markHandled: 'Mark as handled',
  handled: 'Marked as handled',
  noBase: 'To add answers here, connect one of your knowledge bases to this assistant.',
  noteText: 'It is saved as a document, and the assistant finds it as soon as it has been processed.',
  question: 'Question',
  answer: 'Answer',
  knowledgeBase: 'Knowledge base',
  noteSaved: (name: string) => `“${name}” was added to the knowledge base`,
  show: 'Show',
  filters: { all: 'All', unanswered: 'Unanswered', down: 'Rated bad', up: 'Rated good' },
  search: 'Search conversations',
  everyone: 'Show everyone',
  noConversationsTitle: 'No conversations',
  noConversationsText:
    'No conversations in this period match. Chats from before this feature was added are not shown.',
  student: (key: string) => `Student ${key}`,
  onlyOf: (name: string) => `Show only conversations of ${name}`,
  questionCount: (count: number) => plural('en', count, { one: '# question', other: '# questions' }),
  unansweredIn: (count: number) => plural('en', count, { one: '# unanswered', other: '# unanswered' }),
  goodRatings: 'Rated good',
  badRatings: 'Rated bad',
  conversation: 'Conversation',
  confidential: 'Confidential: the text may reveal who wrote it.',
  asker: 'Student',
  assistant: 'Assistant',
  noAnswer: 'Nothing found',
  version: (n: number, all: number) => `Version ${n} of ${all}`,
  hiddenMessage: 'Hidden by the student',
  noComment: 'No comment',
}

export type Texts = typeof en
