/** The parser of sucrase, whose declarations are in another folder than its code. */
declare module 'sucrase/dist/parser/index.js' {
  export { parse } from 'sucrase/dist/types/parser/index.js';
}
declare module 'sucrase/dist/parser/tokenizer/index.js' {
  export { IdentifierRole, Token } from 'sucrase/dist/types/parser/tokenizer/index.js';
}
declare module 'sucrase/dist/parser/tokenizer/types.js' {
  export { TokenType } from 'sucrase/dist/types/parser/tokenizer/types.js';
}
