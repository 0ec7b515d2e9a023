// Nobody looks at the page of a test, and painting takes a third of its processor time. An invisible frame is laid out, and
// has frames of animation, but is not painted. What is visible in it does not depend on its own opacity.
const frame = window.frameElement as HTMLElement | null
frame?.style.setProperty('opacity', '0')
