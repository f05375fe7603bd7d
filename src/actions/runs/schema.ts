import { Type } from '@sinclair/typebox'
import { described, Nullable, OneOf } from '../../http/schemas.js'
import { descriptions, idOf } from '../../openapi/descriptions.js'
import { samples } from '../../openapi/samples.js'

const text = Type.String()
const moment = (description: string, example: string | null = samples.milliseconds) =>
  described(Nullable(text), description, example)

export const runStatuses = ['waiting', 'running', 'completed', 'failed', 'cancelled'] as const
export const stepStatuses = ['waiting', 'ready', 'running', 'completed', 'failed', 'cancelled'] as const

export type RunStatus = typeof runStatuses[number]
export type StepStatus = typeof stepStatuses[number]

/** What a parameter may have. */
const Value = Type.Unsafe<string | boolean | null>({ type: ['string', 'boolean', 'null'] })

/** A run as the API shows it. */
export const Run = Type.Object({
  id: described(text, idOf('run'), samples.cohortId),
  action_id: described(Type.Integer(), idOf('action'), 1),
  name: described(text, 'Name of the action, as it was when the run was made.', 'Transcribe'),
  batch: described(Nullable(text), 'Id of the request that started it, with others; null where an event or a retry did.', samples.cohortId),
  status: described(OneOf(runStatuses), 'State of the run: it ends as `completed`, `failed` or `cancelled`, once.', 'running'),
  progress: described(Type.Number(), 'From 0 to 1: the mean of its steps.', 0.5),
  user_id: described(Type.Integer(), 'Id of the user in whose name it runs.', 1),
  event_id: described(Nullable(text), 'Id of the event that started it.', null),
  parameters: described(Type.Record(Type.String(), Value), 'The values of the action\'s form.', { language: 'en' }),
  asset_id: described(Nullable(text), 'Id of its asset.', samples.assetId),
  project_id: described(Nullable(text), 'Id of its project.', null),
  error: described(Nullable(text), 'Why it has failed.', null),
  retry_of: described(Nullable(text), 'Id of the run that was started anew.', null),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  started_at: moment('When it began.'),
  finished_at: moment('When it ended.', null)
}, { title: 'Run' })

/** A step of a run. */
export const RunStep = Type.Object({
  name: described(text, 'Name of the step.', 'transcribe'),
  status: described(OneOf(stepStatuses), 'State of the step: `ready` when it was handed out, or waits for an agent.', 'running'),
  attempt: described(Type.Integer(), 'Number of times that it was handed out.', 1),
  progress: described(Type.Number(), 'From 0 to 1, as it was reported.', 0.5),
  result: described(Type.Unsafe<object | null>({ type: ['object', 'null'], additionalProperties: true }), 'Result with which it was completed.', null),
  error: described(Nullable(text), 'Why it has failed.', null),
  started_at: moment('When it was taken.'),
  finished_at: moment('When it ended.', null)
}, { title: 'RunStep' })

/** A line of a run's log. */
export const RunLogLine = Type.Object({
  time: described(text, 'When it was written.', samples.milliseconds),
  step: described(Nullable(text), 'Name of the step.', 'transcribe'),
  attempt: described(Nullable(Type.Integer()), 'The attempt that has written it.', 1),
  message: described(text, 'Text of the line.', 'Reading the sound')
}, { title: 'RunLogLine' })

/** A step as it is handed out. */
export const HandedOut = Type.Object({
  name: described(text, 'Name of the step.', 'publish'),
  attempt: described(Type.Integer(), 'Number of times that it was handed out.', 1),
  results: described(Type.Record(Type.String(), Type.Unsafe<object>({ type: 'object' })), 'The results of the completed steps, by name.', { transcribe: { words: 812 } })
}, { title: 'HandedOutStep' })
