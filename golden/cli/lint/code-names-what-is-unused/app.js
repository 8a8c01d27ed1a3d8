// IN_A_COMMENT
process.env.LOGIN + required('BY_A_HELPER');
