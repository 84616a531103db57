export { may, type ObjectFacts, requireMay, type Verb } from './policy.ts'
