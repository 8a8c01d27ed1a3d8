/** Texts of a manifest in the languages of engines: nothing in them ends a string, or acts on a terminal. */

/** A text in JSON, which is one in YAML and HCL, and in Go unless it has characters beyond the basic plane that are escaped. */
export function quoted(text: string): string {
  const json = JSON.stringify(text);
  // Nearly all are, and looking for properties of characters takes most of the time.
  return /^[\x20-\x7e]*$/.test(json) ? json : json.replace(UNSAFE, escapedUnits);
}

/** What a line of a comment may hold. */
export function plainLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, escapedUnits);
}

const UNSAFE =
  /[\x7f-\x9f\p{Zl}\p{Zp}\p{Cs}]|(?![\u{10000}-\u{10ffff}])[\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}]/gu;

function escapedUnits(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
