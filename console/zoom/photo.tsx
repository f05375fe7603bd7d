import { useSignal } from '@preact/signals'
import { useRenewed } from '../asset/use-renewed.ts'
import { Picture } from '../room/picture.tsx'
import type { Stage } from '../room/stage.ts'
import type { Size } from '../room/still.tsx'
import { ZoomSteps } from './steps.tsx'
import { useOriginal } from './use-original.ts'
import { useZoom } from './use-zoom.ts'
import './zoom.css'

interface PhotoProps {
  readonly stage: Stage
  readonly name: string
  readonly src: string
  readonly width: number | undefined
  readonly height: number | undefined
  /** The file itself, where browsers show it. */
  readonly view: string | null
  /** Whether the file itself is a picture that has more than its preview. */
  readonly hasMore: boolean
  readonly reload: () => Promise<void>
}

/** A picture that is zoomed, with its tools. */
export function Photo ({ stage, name, src: newest, width, height, view, hasMore, reload }: PhotoProps) {
  const { src, renew } = useRenewed(newest, reload)
  const size = useSignal<Size | null>(null)
  const zoom = useZoom(stage, name, size.value)
  const { fit, toPixels } = zoom
  const original = useOriginal(hasMore ? view : null, zoom.isShort, reload)
  return (
    <div class='photo'>
      <Picture
        stage={stage} src={original ?? src} width={width} height={height} alt={`Preview of ${name}`} onError={renew}
        onLoad={(loaded) => {
          if (loaded.width === 0) return
          zoom.holdMiddle()
          size.value = loaded
        }}
        zoom={zoom.onStage}
      />
      <div class='zoom-tools' role='group' aria-label='Zoom'>
        <button type='button' class='button' aria-pressed={zoom.isFit} onClick={fit}>Fit</button>
        <button
          type='button' class='button' aria-pressed={zoom.isPixels} onClick={toPixels}
          disabled={size.value === null || (zoom.isSmall && (original !== null || !hasMore))}
        >
          100 %
        </button>
        <ZoomSteps out={zoom.out} in={zoom.in} />
        {view !== null && (
          <a class='button' href={view} target='_blank' rel='noreferrer' aria-label={`Open ${name}`}>Open</a>
        )}
      </div>
    </div>
  )
}
