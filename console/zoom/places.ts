/** A place in the window. */
export interface Place { readonly x: number, readonly y: number }

export function middleOf (element: Element): Place {
  const { left, top, width, height } = element.getBoundingClientRect()
  return { x: left + width / 2, y: top + height / 2 }
}

/** The middle between two fingers. */
export function betweenFingers (touches: TouchList): Place {
  const [one, other] = [touches[0]!, touches[1]!]
  return { x: (one.clientX + other.clientX) / 2, y: (one.clientY + other.clientY) / 2 }
}

/** How far two fingers are from each other. */
export function distanceOf (touches: TouchList): number {
  const [one, other] = [touches[0]!, touches[1]!]
  return Math.max(1, Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY))
}
