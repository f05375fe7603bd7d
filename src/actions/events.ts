import { Type } from '@sinclair/typebox'
import { defineEvents, type FormsOf } from '../core/events/forms.js'
import { described } from '../http/schemas.js'
import { assetId, projectId } from '../items/events.js'
import { Asset, Project } from '../items/schema.js'
import { idOf } from '../openapi/descriptions.js'
import { samples } from '../openapi/samples.js'
import { HandedOut, Run } from './runs/schema.js'

const targets = {
  run_id: described(Type.String(), idOf('run'), samples.cohortId),
  action_id: described(Type.Integer(), idOf('action'), 1),
  asset_id: Type.Optional(assetId),
  project_id: Type.Optional(projectId)
}
const data = { run: Run, asset: Type.Optional(Asset), project: Type.Optional(Project) }
const oneOf = ['asset_id', 'project_id']

export const actionEvents = defineEvents({
  STARTED_DAG_ACTION_RUN: { targets, data, oneOf },
  UPDATED_DAG_ACTION_RUN: {
    targets: {
      ...targets,
      step: described(Type.String(), 'Name of the step.', 'transcribe'),
      attempt: described(Type.Integer(), 'Number of the attempt.', 1)
    },
    data: { ...data, step: HandedOut },
    oneOf
  },
  COMPLETED_DAG_ACTION_RUN: { targets, data, oneOf }
})

declare module '../core/events/forms.js' {
  interface EventForms extends FormsOf<typeof actionEvents> {}
}
