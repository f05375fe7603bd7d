import type { Signal } from '@preact/signals'
import { useId, useRef } from 'preact/hooks'
import { OptionsInput } from '../fields/options.tsx'
import { ValueControl } from '../items/value-field.tsx'
import { CheckInput, TextInput } from '../ui/inputs.tsx'
import { newParameter, parameterOf, valued, type DraftParameter } from './draft.ts'
import { NAME, NAME_RULE } from './names.ts'

const MOST = 20
const TYPES: ReadonlyArray<readonly [string, string]> = [
  ['textbox', 'A line of text'], ['textarea', 'Text'], ['dropdown', 'One of several'], ['boolean', 'Yes or no'],
  ['date', 'A date'], ['datetime', 'A date and a time']
]

/** The form that people fill in when they start an action. */
export function ParametersField ({ parameters }: { parameters: Signal<readonly DraftParameter[]> }) {
  const list = useRef<HTMLDivElement>(null)
  const { value: now } = parameters

  function add () {
    parameters.value = [...now, newParameter()]
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(':scope > div:last-child input')?.focus())
  }

  return (
    <>
      <div class='stack' ref={list}>
        {now.map((parameter, index) => (
          <div key={parameter.key} class='entry stack' role='group' aria-label={`Parameter ${index + 1}`}>
            <ParameterFields parameter={parameter} />
            <button
              type='button' class='link' onClick={() => { parameters.value = now.filter((other) => other !== parameter) }}
            >
              Remove<span class='hidden-text'> {parameter.name.value}</span>
            </button>
          </div>
        ))}
      </div>
      {now.length < MOST && <button type='button' class='button' onClick={add}>Add a parameter</button>}
    </>
  )
}

function ParameterFields ({ parameter }: { parameter: DraftParameter }) {
  const { name, label, type, options, required, usual } = parameter
  const id = useId()
  return (
    <>
      <div class='entry-row'>
        <TextInput label='Name' value={name} required maxLength={50} pattern={NAME} title={NAME_RULE} />
        <TextInput label='Label' value={label} placeholder={name.value} />
        <label class='field'>
          <span>Type</span>
          <select
            value={type.value}
            onChange={(event) => {
              type.value = event.currentTarget.value
              // It was one of the other type.
              usual.value = null
            }}
          >
            {TYPES.map(([value, words]) => <option key={value} value={value}>{words}</option>)}
          </select>
        </label>
      </div>
      {type.value === 'dropdown' && <OptionsInput value={options} />}
      <div class='field'>
        <label for={id}>Default</label>
        <ValueControl
          key={type.value} id={id} field={valued(parameterOf(parameter))} value={usual.value} readOnly={false}
          onChange={(value) => { usual.value = value as string | boolean | null }}
        />
      </div>
      <CheckInput label='Required' value={required} />
    </>
  )
}
