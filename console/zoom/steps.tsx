interface ZoomStepsProps {
  /** Null where it is not possible. */
  readonly out: (() => void) | null
  readonly in: (() => void) | null
}

/** A step out, and a step in. */
export function ZoomSteps (props: ZoomStepsProps) {
  return (
    <>
      <button
        type='button' class='button' aria-label='Zoom out' title='Zoom out' disabled={props.out === null}
        onClick={() => props.out?.()}
      >
        −
      </button>
      <button
        type='button' class='button' aria-label='Zoom in' title='Zoom in' disabled={props.in === null}
        onClick={() => props.in?.()}
      >
        +
      </button>
    </>
  )
}
