export { createEvaluationRoutes, type EvaluationRouteDeps } from './evaluation.routes.ts'
export { createEvaluationService, type EvaluationDeps, type EvaluationService } from './evaluation.service.ts'
export { createQuestionService, type QuestionDeps, type QuestionService } from './question.service.ts'
