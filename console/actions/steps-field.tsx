import { batch, type Signal } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Schemas } from '../api/client.ts'
import { CheckInput, SelectInput, TextInput } from '../ui/inputs.tsx'
import { newStep, QUEUE, type DraftStep } from './draft.ts'
import { NAME, NAME_RULE } from './names.ts'
import { nameOf, Order } from './order.tsx'

type Webhook = Schemas['Webhook']

const MOST = 20
const METHODS = /^(?:post|put|patch)$/i

interface StepsProps {
  readonly steps: Signal<readonly DraftStep[]>
  readonly webhooks: readonly Webhook[]
}

/** The steps of an action: each is chosen to come after others by their names. */
export function StepsField ({ steps, webhooks }: StepsProps) {
  const list = useRef<HTMLDivElement>(null)
  const { value: now } = steps

  function add () {
    const last = now.at(-1)
    steps.value = [...now, newStep(null, last === undefined ? [] : [last.key])]
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > div:last-child input')?.focus())
  }

  const remove = (gone: DraftStep) => batch(() => {
    steps.value = now.filter((step) => step !== gone)
    for (const { after } of steps.value) after.value = after.value.filter((key) => key !== gone.key)
  })

  return (
    <>
      <div class='stack' ref={list}>
        {now.map((step, index) => (
          <div key={step.key} class='entry stack' role='group' aria-label={`Step ${index + 1}`}>
            <StepFields step={step} others={now.filter((other) => other !== step)} webhooks={webhooks} />
            {now.length > 1 && (
              <button type='button' class='link' onClick={() => remove(step)}>
                Remove<span class='hidden-text'> {nameOf(step)}</span>
              </button>
            )}
          </div>
        ))}
      </div>
      {now.length < MOST && <button type='button' class='button' onClick={add}>Add a step</button>}
      {now.length > 1 && <Order steps={now} />}
    </>
  )
}

interface StepProps {
  readonly step: DraftStep
  readonly others: readonly DraftStep[]
  readonly webhooks: readonly Webhook[]
}

function StepFields ({ step, others, webhooks }: StepProps) {
  const { name, to, queue, report, timeout, heartbeat, attempts } = step
  const isQueued = to.value === QUEUE
  const able = webhooks.filter(({ http_method: method }) => METHODS.test(method))
  const isGone = to.value !== '' && !isQueued && !able.some(({ id }) => String(id) === to.value)
  return (
    <>
      <div class='entry-row'>
        <TextInput label='Name' value={name} required maxLength={50} pattern={NAME} title={NAME_RULE} />
        <SelectInput label='Goes to' value={to} required>
          <option value=''>Choose one</option>
          <option value={QUEUE}>A queue</option>
          {isGone && <option value={to.value}>Webhook {to.value}, which takes no steps</option>}
          {able.length > 0 && (
            <optgroup label='Webhooks'>
              {able.map(({ id, name }) => <option key={id} value={String(id)}>{name}</option>)}
            </optgroup>
          )}
        </SelectInput>
      </div>
      {isQueued && (
        <TextInput
          label='Queue' value={queue} required maxLength={100}
          hint='Programs claim its steps by this name.'
        />
      )}
      {!isQueued && to.value !== '' && (
        <CheckInput label='Waits for a report' value={report} hint='else an answer of 2xx completes it' />
      )}
      {others.length > 0 && <After step={step} others={others} />}
      <div class='entry-row'>
        <TextInput label='Ends within seconds' type='number' value={timeout} required min='10' max='604800' />
        {isQueued && <TextInput label='Reports every seconds' type='number' value={heartbeat} required min='10' max='3600' />}
        <TextInput label='Attempts' type='number' value={attempts} required min='1' max='10' />
      </div>
    </>
  )
}

function After ({ step: { after }, others }: { step: DraftStep, others: readonly DraftStep[] }) {
  return (
    <fieldset class='choices'>
      <legend>Begins after</legend>
      {others.map((other) => (
        <label key={other.key} class='check'>
          <input
            type='checkbox' checked={after.value.includes(other.key)}
            onChange={({ currentTarget: { checked } }) => {
              const without = after.value.filter((key) => key !== other.key)
              after.value = checked ? [...without, other.key] : without
            }}
          />
          <bdi>{nameOf(other)}</bdi>
        </label>
      ))}
    </fieldset>
  )
}
