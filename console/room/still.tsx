import { useSignal } from '@preact/signals'
import type { ComponentChildren } from 'preact'
import { Stage } from './stage.tsx'

interface StillProps {
  readonly src: string
  readonly alt: string
  /** If they are known before the picture has loaded. */
  readonly width: number | undefined
  readonly height: number | undefined
  readonly onError: () => void
  readonly onLoad?: () => void
  /** What the picture is in, such as a link to the file. */
  readonly around?: (image: ComponentChildren) => ComponentChildren
}

/** Previews are not larger: a picture that has more is shown as large as there is room. */
const MOST_OF_PREVIEW = 1280

/** A picture on the stage. */
export function Still ({ src, alt, width, height, onError, onLoad, around = (image) => image }: StillProps) {
  const loaded = useSignal<{ width: number, height: number } | null>(null)
  const size = loaded.value ?? { width, height }
  const isSmall = size.width !== undefined && Math.max(size.width, size.height ?? 0) < MOST_OF_PREVIEW
  return (
    <Stage {...size} widest={isSmall ? size.width : undefined}>
      {around(
        <img
          src={src} width={width} height={height} alt={alt} onError={onError}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            if (naturalWidth > 0) loaded.value = { width: naturalWidth, height: naturalHeight }
            onLoad?.()
          }}
        />
      )}
    </Stage>
  )
}
