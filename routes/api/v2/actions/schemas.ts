import { Type, type TProperties } from '@sinclair/typebox'
import { roles } from '#src/access/roles.js'
import { itemTypes } from '#src/core/item-type.js'
import type { EventKind } from '#src/core/events/forms.js'
import type { SentDefinition } from '#src/actions/definitions/definition.js'
import { ruleOfFilter, type Filter } from '#src/actions/definitions/filter.js'
import { formTypes, MOST_PARAMETERS, ruleOfForm, type ParameterDefinition } from '#src/actions/definitions/form.js'
import { areKinds, KINDS_RULE, startingKinds } from '#src/actions/definitions/kinds.js'
import { NO_ADMINISTRATOR } from '#src/actions/definitions/present.js'
import { bounds, LONGEST_QUEUE, MOST_STEPS, stepRules, usual, type StepDefinition } from '#src/actions/definitions/steps.js'
import { SeenText } from '#src/http/bounded.js'
import { LONGEST_NAME } from '#src/http/rules.js'
import {
  described, Flag, Nullable, OneOf, Ruled, strict, TextUpTo, wholeNumberBetween
} from '#src/http/schemas.js'
import { descriptions, idOf } from '#src/openapi/descriptions.js'
import type { Tag } from '#src/openapi/tags.js'
import { answerTo } from '../examples.js'
import { IdList } from '../downloads/schemas.js'
import { dropdownOption } from '../field_groups/schemas.js'
import { orRefused, samples } from '../schemas.js'

export const actionsTag: Tag = {
  name: 'Actions',
  description:
    'An action has other programs do steps for an asset or a project. Administrators define actions; users start them, or events do.',
  position: 105
}

const LONGEST_DESCRIPTION = 1000

const text = Type.String()
const integer = Type.Integer()
const between = ([minimum, maximum]: readonly [number, number]) => Type.Integer({ minimum, maximum })
const choice = (names: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...names] })
const NAMED = '1 to 50 of the characters `A-Za-z0-9_-`'

/** What must be sent of some properties, and what may be. */
const sentAs = (title: string, properties: TProperties, ...required: string[]) => ({
  ...Type.Object(properties, { title, additionalProperties: false }), required
})

const step = {
  name: described(text, `Name of the step, ${NAMED}. No other step of the action has it.`, 'transcribe'),
  after: described(Type.Array(text), 'Names of the steps that must be completed before it begins.', []),
  webhook_id: described(Nullable(integer), 'Id of the webhook that the step is sent to; null if it waits in a queue.', null),
  queue: described(
    Nullable(Type.String({ minLength: 1, maxLength: LONGEST_QUEUE })),
    'Queue in which the step waits for a program to claim it; null if it is sent to a webhook.',
    'speech'
  ),
  report: described(
    Type.Boolean(), 'Whether a report completes the step. `false`, for webhooks only: an answer of 2xx completes it.', true
  ),
  timeout: described(
    between(bounds.timeout), 'Seconds after the answer of 2xx or after the claim in which the step must end.', 3600
  ),
  heartbeat: described(between(bounds.heartbeat), 'Seconds in which a program that has claimed the step must report.', 60),
  attempts: described(between(bounds.attempts), 'Number of times that the step is handed out before it fails.', 3)
}

const parameter = {
  name: described(text, `Name of the parameter, ${NAMED}. No other parameter of the action has it.`, 'language'),
  label: described(Type.String({ minLength: 1, maxLength: LONGEST_NAME }), 'Label to show to people: the name by default.', 'Language'),
  field_type: described(choice(formTypes), descriptions.fieldType, 'dropdown'),
  dropdown_options: described(
    Type.Array(Type.Any({ documentedAs: dropdownOption })),
    'Options of a `dropdown`: only the values of these objects are allowed, or all texts if there are no options.',
    [{ value: 'en', label: 'English' }]
  ),
  required: described(Type.Boolean(), 'Whether a value must be there.', true),
  default: described(
    Type.Unsafe<string | boolean | null>({ type: ['string', 'boolean', 'null'] }),
    'Value if none is sent; null if there is none.',
    'en'
  )
}

const says = {
  name: 'Name of the action, which people see.',
  type: 'Type of the items that the action is for.',
  filter: 'Filters as in the body of `POST /search`, without `q` and `type`: the action is for items that match. `null`: for all.',
  parameters: 'Form of the parameters that runs get.',
  role: 'Role that users need for an item to start the action.',
  triggerEvents: 'Kinds of events that start the action: events of its type that happen, except that an item was deleted permanently.',
  parallel: 'Maximum number of runs at a time.',
  disabled: 'Whether the action is disabled: then nothing starts it, and runs that wait go on waiting.',
  steps: 'Steps, each of which is sent to a webhook or waits in a queue.'
}

const startable = {
  id: described(integer, idOf('action'), 1),
  name: described(text, says.name, 'Transcribe'),
  description: described(text, descriptions.descriptionOrEmpty, 'Writes down what is said'),
  type: described(choice(itemTypes), says.type, 'asset'),
  parameters: described(
    Type.Unsafe<readonly ParameterDefinition[]>(Type.Array(Type.Object(parameter, { title: 'ActionParameter' }))), says.parameters
  ),
  role: described(choice(roles), says.role, 'Member'),
  parallel: described(integer, says.parallel, 10),
  disabled: described(Type.Boolean(), says.disabled, false),
  starts_skipped: described(integer, 'Number of starts by events that were left out.', 0),
  user_id: described(integer, 'Id of the administrator who saved the action last: runs that events start are of this user.', 1),
  error: described(
    Nullable(text), `\`${NO_ADMINISTRATOR}\` if that user is disabled, or no administrator any more: then events start nothing. Null otherwise.`, null
  ),
  created_at: described(text, descriptions.createdAt, samples.milliseconds),
  updated_at: described(text, descriptions.updatedAt, samples.milliseconds)
}

const StartableAction = Type.Object(startable, { title: 'StartableAction' })

const filterShown = Type.Unsafe<Filter | null>({ type: ['object', 'null'], additionalProperties: true })
const filterExample = { content_type: ['audio/*', 'video/*'] }

export const Action = Type.Object({
  ...startable,
  filter: described(filterShown, says.filter, filterExample),
  trigger_events: described(Type.Array(choice(startingKinds)), says.triggerEvents, ['ASSET_FINISHED_INGEST']),
  steps: described(
    Type.Unsafe<readonly StepDefinition[]>(Type.Array(Type.Object(step, { title: 'ActionStep' }))), says.steps
  )
}, { title: 'Action' })

export const ActionParams = Type.Object({ action_id: described(text, idOf('action'), '1') })

const definition = {
  name: described(SeenText(1, 100), says.name, 'Transcribe'),
  description: Type.Optional(described(TextUpTo(LONGEST_DESCRIPTION), descriptions.newDescription, 'Writes down what is said')),
  filter: Type.Optional(described(
    Type.Unsafe<Filter | null>(Ruled(filterShown, ruleOfFilter)), says.filter, filterExample
  )),
  parameters: Type.Optional(described(
    Type.Unsafe<NonNullable<SentDefinition['parameters']>>(Ruled(
      Type.Array(sentAs('NewActionParameter', parameter, 'name', 'field_type'), { maxItems: MOST_PARAMETERS }), ruleOfForm
    )),
    `${says.parameters} If events start the action, each parameter that is required has a default.`,
    [{
      name: 'language',
      label: 'Language',
      field_type: 'dropdown',
      dropdown_options: [{ value: 'en', label: 'English' }],
      required: true,
      default: 'en'
    }]
  )),
  role: Type.Optional(described(OneOf(roles), `${says.role} \`Member\` by default.`, 'Member')),
  trigger_events: Type.Optional(described(
    Type.Unsafe<EventKind[]>(Ruled(
      Type.Array(choice(startingKinds)), (sent) => areKinds(sent) ? undefined : KINDS_RULE
    )),
    says.triggerEvents,
    ['ASSET_FINISHED_INGEST']
  )),
  parallel: Type.Optional(described(wholeNumberBetween(1, 100), `${says.parallel} 10 by default.`, 10)),
  disabled: Type.Optional(described(Flag, says.disabled, false)),
  steps: described(
    // Whether webhooks are there comes before some of the rules: the domain checks them all.
    Type.Unsafe<unknown[]>(Ruled(
      Type.Array(sentAs('NewActionStep', step, 'name'), { minItems: 1, maxItems: MOST_STEPS }),
      (sent) => sent === undefined ? stepRules.count : undefined
    )),
    says.steps,
    [{ name: 'transcribe', after: [], webhook_id: null, queue: 'speech', ...usual }]
  )
}

const { name, description, ...rest } = definition

export const CreateActionBody = strict(Type.Object({
  name,
  description,
  type: Type.Optional(described(OneOf(itemTypes), `${says.type} \`asset\` by default.`, 'asset')),
  ...rest
}))

export const UpdateActionBody = strict(Type.Object({
  ...definition,
  name: Type.Optional(name),
  description: Type.Optional(described(
    TextUpTo(LONGEST_DESCRIPTION), descriptions.replacesDescription, 'Writes down what is said'
  )),
  steps: Type.Optional(definition.steps)
}))

export const StartBody = strict(Type.Object({
  asset_ids: Type.Optional(described(IdList, descriptions.assetIds, [samples.assetId])),
  project_ids: Type.Optional(described(IdList, 'Ids of 1 to 1,000 projects.', [samples.projectId])),
  search: Type.Optional(described(
    Type.Unsafe<Filter>(Ruled(filterShown, (sent) => ruleOfFilter(sent, { hasWords: true }))),
    'Filters as in the body of `POST /search`, with `q`, and without `type`: the runs are for what they find.',
    filterExample
  )),
  parameters: Type.Optional(described(
    Type.Unsafe<unknown>(Type.Any({ documentedAs: { type: 'object', additionalProperties: true } })),
    'Values for the form of the action.', { language: 'en' }
  ))
}))

export const ActionReply = Type.Object({ action: Action }, { description: 'The action.' })

export const CreateActionReply = orRefused(answerTo(CreateActionBody, ActionReply))

export const UpdateActionReply = answerTo(UpdateActionBody, ActionReply, {
  updated_at: samples.laterMilliseconds
})

export const ActionsReply = Type.Object({ actions: Type.Array(Action) }, { description: 'The actions, ordered by id.' })

export const StartableActionsReply = Type.Object({ actions: Type.Array(StartableAction) }, {
  description: 'The enabled actions, ordered by id.'
})
