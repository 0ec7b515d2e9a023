import forcedColors from './forced-colors.css?inline'
import largeText from './large-text.css?inline'
import menuMotion from './menu-motion.css?inline'
import moreContrast from './more-contrast.css?inline'
import print from './print.css?inline'
import dialogMotion from '../ui/dialog-motion.css?inline'

// with the layout, not in the page, which has to arrive in its first packets
for (const style of [dialogMotion, forcedColors, largeText, menuMotion, moreContrast, print]) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  document.adoptedStyleSheets.push(sheet)
}
