/** Register texts: name and content of the register, for the landing page and the catalogue. */
import type { Text } from '../../schemas/finding.ts';

export const REGISTER_TITLE: Text = { nl: 'Register externe veiligheid', en: 'Register of external safety' };

export const REGISTER_CONTENTS: Text = {
  nl: 'Objecten van externe veiligheid: risicobronnen, contouren en kwetsbare gebouwen en locaties.',
  en: 'External-safety objects: sources of risk, contours, and vulnerable buildings and locations.',
};
